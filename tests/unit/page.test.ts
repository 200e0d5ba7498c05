import { expect, test } from 'vitest'
import { data, page, type Reader, writeWords } from '#src/server/gate/page.ts'
import { plainMember } from '../fakes/member.ts'
import { builtFile } from '../fakes/pages.ts'

const reader: Reader = { ...plainMember, fullName: 'Kalani Kahale' }
const written = (html: string, words: Parameters<typeof writeWords>[1]) =>
  new TextDecoder().decode(writeWords(builtFile(html).bytes, words))

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
