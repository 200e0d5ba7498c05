import { describe, expect, test, vi } from 'vitest'
import { data, page, type Reader, writeWords } from '#src/server/gate/page.ts'
import { plainMember } from '../fakes/member.ts'
import { builtFile } from '../fakes/pages.ts'

const reader: Reader = { ...plainMember, fullName: 'Kalani Kahale' }
const written = (html: string, words: Parameters<typeof writeWords>[1]) =>
  new TextDecoder().decode(writeWords(builtFile(html), words))

test('the member’s picture stands in the page, its address as text', () => {
  const html = '<i>[[viewer:picture]]</i>'
  const viewer = { ...reader, avatarUrl: '/avatars/1/2.webp?v="x"' }
  expect(written(html, { viewer })).toBe('<i><img src="/avatars/1/2.webp?v=&quot;x&quot;" alt=""></i>')
  expect(written(html, { viewer: { ...viewer, avatarUrl: null } })).toBe('<i></i>')
})

test.each(['viewer:name', 'viewer:json', 'editors:<a>', 'request:<p>*</p>', 'status:<p>*</p>'])(
  'of what is not given nothing is left: %s',
  (marker) => expect(written(`<i>[[${marker}]]</i>`, {})).toBe('<i></i>'),
)

test('words stand where their HTML says, once', () => {
  expect(written('[[status:<p>*</p>]] * [[request:(*)]]', { status: 'A * B', requestId: 'x' })).toBe(
    '<p>A * B</p> * (x)',
  )
})

test('a page is taken apart once, for as long as it is kept', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  const file = builtFile('<b>[[viewer:name]]</b>')
  for (let n = 0; n < 3; n++) writeWords(file, { viewer: reader })
  expect(decode).toHaveBeenCalledOnce()
  decode.mockRestore()
})

test.each([null, 'W/"known"'])(
  'a file of which nobody says when it changes is sent whole to whoever holds %j',
  async (knownEtag) => {
    const file = { ...builtFile('Words'), etag: null }
    for (const answer of [data(file, knownEtag), page(file, reader, knownEtag)]) {
      expect([answer.status, answer.headers.get('ETag')]).toEqual([200, null])
      expect(await answer.text()).toBe('Words')
    }
  },
)

describe('a page goes out in parts', () => {
  const long = (letter: string) => letter.repeat(1024)
  const short = (letter: string) => letter.repeat(1023)
  const name = '[[viewer:name]]'
  const partsOf = (file: ReturnType<typeof builtFile>, fullName = 'Kai') =>
    Array.fromAsync(page(file, { ...reader, fullName }, null).body ?? [])
  const texts = async (html: string) =>
    (await partsOf(builtFile(html))).map((part) => new TextDecoder().decode(part))

  test('and what is the same for everybody is the same bytes for everybody', async () => {
    const file = builtFile(long('a') + name + long('b'))
    const [one, other] = [await partsOf(file, 'Kai'), await partsOf(file, 'Noe')]
    expect([one.length, other.length]).toEqual([3, 3])
    expect([one[0] === other[0], one[2] === other[2]]).toEqual([true, true])
    expect(one.map(String)).not.toEqual(other.map(String))
  })

  test.each([
    ['what is short stands with the member’s words', short('a') + name, [`${short('a')}Kai`]],
    ['what is not has a part of its own', long('a') + name, [long('a'), 'Kai']],
    [
      'no part is empty',
      `${long('a')}[[editors:<a>]]${long('b')}`,
      // What editors alone are given leaves nothing behind, and is no part either.
      [long('a'), long('b')],
    ],
    [
      'each word stands once, where it belongs',
      `${name}${long('a')}x${name}y${name}${long('b')}${name}z`,
      ['Kai', `${long('a')}x`, 'KaiyKai', long('b'), 'Kaiz'],
    ],
  ])('%s', async (_rule, html, parts) => {
    expect(await texts(html)).toEqual(parts)
  })
})
