import { describe, expect, test } from 'vitest'
import { page, type Reader, writeWords } from '#src/server/gate/page.ts'
import { initials, marks, Viewer, viewerOf } from '#src/shared/viewer.ts'
import { plainMember } from '../fakes/member.ts'
import { builtFile } from '../fakes/pages.ts'

const viewer = { ...viewerOf({ ...plainMember, fullName: 'Kalani Kahale' }), isEditor: false }
const render = (html: string, whom: Reader) =>
  new TextDecoder().decode(writeWords(builtFile(html).bytes, { viewer: whom }))
const hostile = { ...viewer, fullName: `Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script><!-- $& $1 <b>` }

describe('initials', () => {
  test.each([
    ['Leilani Kalākaua', 'a@b.co', 'LK'],
    ['  leilani   kalākaua ', 'a@b.co', 'LK'],
    ['Cher', 'a@b.co', 'C'],
    ['Mary Ann Lee', 'a@b.co', 'MAL'],
    ['A B C D E', 'a@b.co', 'ABC'],
    ['張 偉', 'a@b.co', '張偉'],
    ['👩‍👩‍👧 Family', 'a@b.co', '👩‍👩‍👧F'],
    ['ʻŌhiʻa', 'a@b.co', 'Ō'],
    [null, 'zoe@b.co', 'Z'],
    ['   ', 'zoe@b.co', 'Z'],
    [null, '', 'U'],
    ['“‘Ōhiʻa', 'a@b.co', 'Ō'],
    ['(“Kai”)', 'a@b.co', 'K'],
  ])('%j, %j → %s', (fullName, email, expected) => {
    expect(initials({ fullName, email })).toBe(expected)
  })
})

test('a member without a name is shown as User', () => {
  expect(marks.name({ ...viewer, fullName: null })).toBe('User')
  expect(marks.name({ ...viewer, fullName: '  ' })).toBe('User')
})

describe('writing the member into a page', () => {
  test('fills every marker and removes unknown ones', () => {
    const html = '<h1>Welcome[[viewer:comma-name]]</h1><b>[[viewer:initials]]</b><i>[[viewer:toString]]</i>'
    expect(render(html, viewer)).toBe('<h1>Welcome, Kalani Kahale</h1><b>KK</b><i></i>')
    expect(render('[[viewer:email]] [[viewer:comma-name]]', { ...viewer, fullName: ' Kai ' })).toBe(
      'k@example.com , Kai',
    )
  })

  test('greets a member without a name by no name', () => {
    expect(render('Welcome[[viewer:comma-name]]', { ...viewer, fullName: null })).toBe('Welcome')
  })

  test('shows any name as text, never as markup', () => {
    const written = render('<p>[[viewer:name]]</p>', hostile)
    expect(written).toBe(
      '<p>Kalākaua ʻŌhiʻa 張 🌺 &quot;quotes&quot; &lt;/script&gt;&lt;!-- $&amp; $1 &lt;b&gt;</p>',
    )
  })

  test('a name cannot end the block it is written into, and comes back whole', () => {
    const written = render('[[viewer:json]]', hostile)
    expect(written.match(/<\/script>/g)).toHaveLength(1)
    expect(written).toContain('id="viewer"')
    const json = />(.*)<\/script>$/s.exec(written)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual(viewerOf(hostile))
  })

  test('leaves everything else about the member out of the page', () => {
    const member = { ...viewer, id: 'secret-id', approvalStatus: 'approved' }
    expect(render('[[viewer:json]]', member)).not.toContain('secret-id')
  })
})

describe('what a page may know of a member', () => {
  const fields = Object.keys(Viewer.shape) as (keyof Viewer)[]
  const member = Viewer.parse(Object.fromEntries(fields.map((field) => [field, `the ${field}`])))

  test.each(fields)('%s is in the page, and another one makes it another page', async (field) => {
    expect(await shown(member)).toContain(`"${field}":"the ${field}"`)
    expect(etagOf({ ...member, [field]: 'changed' })).not.toBe(etagOf(member))
  })

  test('is the same page whatever else is known about them', () => {
    const row = { approvalStatus: 'approved', id: 'secret-id', ...member }
    expect(viewerOf(row)).toEqual(member)
    expect(etagOf(row)).toBe(etagOf(member))
  })

  const answer = (viewer: Viewer) => page(builtFile('[[viewer:json]]'), { isEditor: false, ...viewer }, null)
  const shown = (viewer: Viewer) => answer(viewer).text()
  const etagOf = (viewer: Viewer) => answer(viewer).headers.get('etag')
})

describe('what editors alone are given', () => {
  const html = '<main>Words</main>[[editors:<a class="x" href="/edit#/a/b">Edit</a>]][[viewer:name]]'
  const tagOf = (reader: Reader) => page(builtFile(html), reader, null).headers.get('etag')

  test('stands in the page for them, and leaves not a byte behind for anybody else', () => {
    const editor = { ...viewer, isEditor: true }
    expect(render(html, editor)).toBe(
      '<main>Words</main><a class="x" href="/edit#/a/b">Edit</a>Kalani Kahale',
    )
    expect(render(html, viewer)).toBe('<main>Words</main>Kalani Kahale')
  })

  test('comes and goes with the next request: the page is another one', () => {
    expect(tagOf({ ...viewer, isEditor: true })).not.toBe(tagOf(viewer))
  })

  test('is nothing that a name can ask for', () => {
    const sly = { ...viewer, fullName: '[[editors:x]]' }
    expect(render('<b>[[viewer:name]]</b>', sly)).toBe('<b>[[editors:x]]</b>')
  })
})
