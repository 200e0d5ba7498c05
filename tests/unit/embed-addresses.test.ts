import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { address } from '#src/schemas/fields.ts'
import type { Embed } from '#src/embeds/embed.ts'
import { matchEmbed } from '#src/embeds/match.ts'
import { framePermissions } from '#src/schemas/page-frames.ts'
import { cameraHelp } from '#src/embeds/remedies.ts'

/** What is pasted, and what becomes of it. Characters that can't be seen are written as `\u200b`. */
const rows = readFileSync(join(import.meta.dirname, '../addresses.txt'), 'utf8')
  .replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): [pasted: string, became: string] => {
    const [pasted = '', became = ''] = line.split(' -> ')
    return [pasted, became]
  })
const refused = rows.filter(([, became]) => became.startsWith('no: '))
const cards = rows.filter(([, became]) => became === 'card')
const frames = rows.filter(([, became]) => became.startsWith('https:'))

test.each(frames)('%s becomes a frame', (pasted, became) => {
  const { src, opensInNewTab } = embedOf(pasted)
  expect({ src, opensInNewTab }).toEqual({ src: became, opensInNewTab: false })
  expect(embedOf(src).src, 'pasted once more').toBe(src)
})

test.each(cards)('%s becomes a card', (pasted) => {
  expect(embedOf(pasted).opensInNewTab).toBe(true)
})

test.each(refused)('%s is refused with a remedy', (pasted, became) => {
  const match = matchEmbed(pasted)
  expect(match.ok ? match.embed.src : match.message).toContain(became.replace('no: ', '” is '))
})

test.each([...frames, ...cards])('%s gets no permissions beyond its frame', (pasted) => {
  const { href, sandbox, allow } = embedOf(pasted)
  expect(new URL(href).protocol).toBe('https:')
  expect(sandbox).toMatch(/^allow-scripts/)
  expect(sandbox).not.toMatch(/top-navigation|pointer-lock|modals/)
  expect(allow).not.toMatch(/camera|microphone|geolocation|payment|\*/)
})

const READ_ONLY = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
const WITH_FORMS = `${READ_ONLY} allow-forms`

test.each([
  ['<iframe src="https://unknown.example/"></iframe>', WITH_FORMS, 'fullscreen'],
  ['<iframe src="https://www.google.com/maps/embed?pb=!1m18"></iframe>', READ_ONLY, 'fullscreen'],
  ['https://docs.google.com/document/d/1aBcD_eFg-H/edit', READ_ONLY, ''],
  ['https://docs.google.com/spreadsheets/d/1sHeEt_Id/preview', READ_ONLY, ''],
  ['https://docs.google.com/spreadsheets/d/1sHeEt_Id/edit', WITH_FORMS, ''],
  ['https://calendar.google.com/calendar/embed?src=a%40example.org', READ_ONLY, ''],
  ['https://form.typeform.com/to/Ab12Cd34', WITH_FORMS, ''],
  ['https://airtable.com/shrA1b2C3d4E5f6G7', `${WITH_FORMS} allow-downloads`, 'clipboard-write'],
  [
    'https://vimeo.com/76979871',
    `${READ_ONLY} allow-presentation`,
    'fullscreen; encrypted-media; picture-in-picture',
  ],
  [
    'https://youtu.be/abcdefghijk',
    `${READ_ONLY} allow-presentation`,
    'fullscreen; encrypted-media; picture-in-picture; web-share',
  ],
])('%s gets the permissions that its kind of frame needs', (pasted, sandbox, allow) => {
  expect(embedOf(pasted)).toMatchObject({ sandbox, allow })
})

test.each(frames.filter(([pasted]) => /^https:[^#]*$/.test(pasted)))(
  '%s keeps unknown parameters',
  (pasted) => {
    const url = new URL(pasted)
    url.search += `${url.search ? '&' : '?'}zz~.*'()=!%2B`
    url.hash = "zz~.!*'()-"
    const { src, href } = embedOf(url.href)
    for (const each of [src, href].map((address) => new URL(address)))
      expect([each.searchParams.get("zz~.*'()"), each.hash]).toEqual(['!+', url.hash])
  },
)

test('the new tab opens a link without the account and sharing parameters of who copied it', () => {
  const pasted = 'https://docs.google.com/document/u/1/d/1aBcD_eFg-H/edit?usp=sharing&tab=t.0'
  expect(embedOf(pasted).href).toBe('https://docs.google.com/document/d/1aBcD_eFg-H/edit?tab=t.0')
})

test('the new tab opens a video on YouTube', () => {
  const { href } = embedOf('<iframe src="https://www.youtube.com/embed/abcdefghijk?start=754"></iframe>')
  expect(href).toBe('https://www.youtube.com/watch?v=abcdefghijk&t=754s')
})

test.each(['<…>', '<…|Text>', '“…”.', '(…)', '[Text](…),', '\ufeff…\u200b;', 'https://…'])(
  'characters around a pasted address are ignored: %s',
  (marked) => {
    for (const written of ['https://example.org/', "https://example.org/a(b)'c!?d=~e,f#g;h:i@j"])
      expect(address.parse(marked.replace('…', written))).toBe(written)
  },
)

test.each([
  ['camera; microphone *; fullscreen', 'fullscreen; camera; microphone'],
  ["Camera 'src' https://x.example, display-capture,autoplay", 'fullscreen; camera; display-capture'],
  ["camera 'none'; microphone 'self'", 'fullscreen; microphone'],
  ['camera microphone', 'fullscreen; camera; microphone'],
  ['geolocation; payment *; usb; clipboard-read; serial', 'fullscreen'],
  [undefined, 'fullscreen'],
])('pasted code that asks for %s gets %s', (asked, allow) => {
  const allowed = asked === undefined ? '' : ` allow="${asked}"`
  expect(embedOf(`<iframe src="https://team.whereby.com/office"${allowed}></iframe>`).allow).toBe(allow)
})

describe('a page whose frames ask for the camera', () => {
  const frame = (code: string) => ({ title: 'A frame', embed: embedOf(code) })
  const asking = (host: string, allow: string) =>
    frame(`<iframe src="https://${host}/x?y=1" allow="${allow}"></iframe>`)
  const fields = { title: 'T', description: 'D', tabs: [] }
  const office = {
    kind: 'frames' as const,
    ...fields,
    frames: [
      asking('a.example', 'camera; microphone'),
      asking('b.example', 'camera'),
      asking('c.example', 'fullscreen'),
      frame('https://a.example/card'),
    ],
  }
  const opened = 'camera=https://a.example,https://b.example;microphone=https://a.example'
  const tabs = [{ label: 'Office', page: '/office' as const }]
  const tabbed = { kind: 'tabs' as const, ...fields, frames: [], tabs }

  test.each([
    ['opens it to their origins', office, opened],
    ['opens it to the frames of its tabs', tabbed, opened],
    ['opens nothing to other frames', { ...office, frames: office.frames.slice(2) }, ''],
  ])('%s', (_, page, permissions) => {
    expect(framePermissions(page, new Map([['/office', office]]))).toBe(permissions)
  })

  test('helps a member whose browser blocks it', () => {
    expect(office.frames.map(({ embed }) => cameraHelp(embed)[0])).toEqual([
      ...Array<unknown>(2).fill(expect.stringMatching(/^Camera or microphone blocked\?/)),
      ...Array<unknown>(2).fill(expect.stringMatching(/open it in a new tab\.$/)),
    ])
  })
})

test('a refusal shortens a long paste', () => {
  const match = matchEmbed(`javascript:${'x'.repeat(5_000)}`)
  expect(match.ok ? '' : match.message).toMatch(/^“.{1,120}” is a “javascript:” address/)
})

function embedOf(pasted: string): Embed {
  const match = matchEmbed(pasted)
  if (!match.ok) throw new Error(match.message)
  return match.embed
}
