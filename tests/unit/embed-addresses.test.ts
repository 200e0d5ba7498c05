import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { address } from '#src/schemas/fields.ts'
import { readLink } from '#src/embeds/link.ts'
import { matchEmbed } from '#src/embeds/match.ts'
import { framePermissions } from '#src/embeds/permissions.ts'
import { cameraHelp, remedies } from '#src/embeds/remedies.ts'

/** Lines of `pasted -> became`: an address that a frame may load, `card`, or `no: ` and what it is. */
const shown = pairsOf(read('shown'))
/** What a browser has to open first, or holds more than one address, with the words of the refusal. */
const unclear = pairsOf(read('unclear'))
/** What people paste by mistake, and what it is, under a heading that says what to paste instead. */
const refused = read('refused')
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => {
    const [remedy = '', ...lines] = part.split('\n')
    return pairsOf(lines.join('\n')).map(([pasted, is]) => [pasted, is, remedy] as const)
  })

test.each(unclear)('%s is refused with what to do', (pasted, became) => {
  const match = matchEmbed(pasted)
  expect(match.ok ? match.embed.src : match.message).toContain(became)
  if (pasted.startsWith('http'))
    expect(address.safeParse(pasted).error?.issues[0]?.message ?? '').toMatch(/^$|” is an? /)
})

test.each(['<…>', '<…|Text>', '“…”.', '(…)', '[Text](…),', '\ufeff…\u200b;', 'https://…'])(
  'what chats, emails and sentences put around an address changes nothing: %s',
  (marked) => {
    for (const written of ['https://example.org/', "https://example.org/a(b)'c!?d=~e,f#g;h:i@j"])
      expect(address.parse(marked.replace('…', written))).toBe(written)
  },
)

const framed = shown.filter(([pasted, became]) => {
  const link = readLink(pasted)
  return became.startsWith('https:') && link.ok && link.address === pasted && !pasted.includes('#')
})

test.each(framed)('%s keeps parameters and fragments that no matcher knows', (pasted) => {
  const url = new URL(pasted)
  url.search += `${url.search ? '&' : '?'}zz~.*'()=!%2B`
  url.hash = "zz~.!*'()-"
  const match = matchEmbed(url.href)
  if (!match.ok) throw new Error(match.message)
  for (const each of [match.embed.src, match.embed.href]) {
    expect(new URL(each).searchParams.get("zz~.*'()")).toBe('!+')
    expect(new URL(each).hash).toBe(url.hash)
  }
})

test.each(shown)('%s becomes what a frame may load, or a card, or a sentence', (pasted, became) => {
  const match = matchEmbed(pasted)
  if (became.startsWith('no: ')) {
    const sentence = new RegExp(`is ${became.slice('no: '.length)}\\. Paste .+ instead\\.$`)
    expect(match.ok ? match.embed.src : match.message).toMatch(sentence)
    return
  }
  const framing = became === 'card' ? 'unknown' : 'allowed'
  if (!match.ok) throw new Error(match.message)
  const { src, href, sandbox, allow, provider } = match.embed
  expect(Object.keys(remedies)).toContain(provider)
  expect(match.embed.framing).toBe(framing)
  expect([new URL(src).protocol, new URL(href).protocol]).toEqual(['https:', 'https:'])
  // A frame may not steer the tab it stands in, nor use what it was not given.
  expect(sandbox).not.toMatch(/top-navigation|pointer-lock|modals/)
  expect(allow).not.toMatch(/camera|microphone|geolocation|payment|\*/)
  if (became === 'card') return
  expect(src).toBe(became)
  expect(matchEmbed(src), 'pasted once more').toMatchObject({ ok: true, embed: { src } })
})

test.each([
  ['camera; microphone *; fullscreen', 'fullscreen; camera; microphone'],
  ["Camera 'src' https://x.example, display-capture,autoplay", 'fullscreen; camera; display-capture'],
  ["camera 'none'; microphone 'self'", 'fullscreen; microphone'],
  ['camera microphone', 'fullscreen; camera; microphone'],
  ['geolocation; payment *; usb; clipboard-read; serial', 'fullscreen'],
  [undefined, 'fullscreen'],
])('pasted code that asks for %s gets %s', (asked, allow) => {
  const allowed = asked === undefined ? '' : ` allow="${asked}"`
  const match = matchEmbed(`<iframe src="https://team.whereby.com/office"${allowed}></iframe>`)
  expect(match).toMatchObject({ ok: true, embed: { allow } })
})

test('a page opens camera and microphone to the origins of its frames that ask, also in its tabs', () => {
  const frame = (code: string) => {
    const match = matchEmbed(code)
    if (!match.ok) throw new Error(match.message)
    return { title: 'A frame', embed: match.embed }
  }
  const asking = (host: string, allow: string) =>
    frame(`<iframe src="https://${host}/x?y=1" allow="${allow}"></iframe>`)
  const heading = { title: 'T', description: 'D' }
  const office = {
    ...heading,
    frames: [
      asking('a.example', 'camera; microphone'),
      asking('b.example', 'camera'),
      asking('c.example', 'fullscreen'),
      frame('https://a.example/card'),
    ],
  }
  const opened = 'camera=https://a.example,https://b.example;microphone=https://a.example'
  expect(framePermissions(office, () => undefined)).toBe(opened)
  const tabbed = { ...heading, tabs: [{ label: 'Office', page: '/office' as const }] }
  expect(framePermissions(tabbed, () => office)).toBe(opened)
  expect(framePermissions({ ...heading, frames: office.frames.slice(2) }, () => undefined)).toBe('')
  expect(office.frames.map(({ embed }) => cameraHelp(embed)[0])).toEqual([
    ...Array<unknown>(2).fill(expect.stringMatching(/^Camera or microphone blocked\?/)),
    ...Array<unknown>(2).fill(expect.stringMatching(/open it in a new tab\.$/)),
  ])
})

describe('a pasted address that no frame can show is refused with what it is and what to paste', () => {
  test.each(refused)('%s', (pasted, is, remedy) => {
    expect(matchEmbed(pasted)).toEqual({
      ok: false,
      message: `“${pasted}” is ${is}. Paste ${remedy} instead.`,
    })
  })

  test('a long paste is cut off in the sentence about it', () => {
    const match = matchEmbed(`javascript:${'x'.repeat(5_000)}`)
    expect(match.ok ? '' : match.message).toMatch(/^“.{1,120}” is a “javascript:” address/)
  })
})

/** A file of tests/addresses, in which characters that cannot be seen are written as `\u200b`. */
function read(name: string): string {
  const text = readFileSync(join(import.meta.dirname, `../addresses/${name}.txt`), 'utf8')
  return text.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

function pairsOf(lines: string): [pasted: string, became: string][] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [pasted = '', became = ''] = line.split(' -> ')
      return [pasted, became]
    })
}
