import { describe, expect, test } from 'vitest'
import { page, writeViewer } from '#src/server/gate/page.ts'
import { displayName, initials, Viewer, viewerOf } from '#src/shared/viewer.ts'
import { plainMember } from '../fakes/member.ts'

const viewer = viewerOf({ ...plainMember, fullName: 'Kalani Kahale' })
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
  ])('%j, %j → %s', (fullName, email, expected) => {
    expect(initials({ fullName, email })).toBe(expected)
  })
})

test('a member without a name is shown as User', () => {
  expect(displayName({ fullName: null })).toBe('User')
  expect(displayName({ fullName: '  ' })).toBe('User')
})

describe('writing the member into a page', () => {
  test('fills every marker and removes unknown ones', () => {
    const html = '<h1>Welcome[[viewer:comma-name]]</h1><b>[[viewer:initials]]</b><i>[[viewer:toString]]</i>'
    expect(writeViewer(html, viewer)).toBe('<h1>Welcome, Kalani Kahale</h1><b>KK</b><i></i>')
  })

  test('greets a member without a name by no name', () => {
    expect(writeViewer('Welcome[[viewer:comma-name]]', { ...viewer, fullName: null })).toBe('Welcome')
  })

  test('shows any name as text, never as markup', () => {
    const written = writeViewer('<p>[[viewer:name]]</p>', hostile)
    expect(written).toBe(
      '<p>Kalākaua ʻŌhiʻa 張 🌺 &quot;quotes&quot; &lt;/script&gt;&lt;!-- $&amp; $1 &lt;b&gt;</p>',
    )
  })

  test('a name cannot end the block it is written into, and comes back whole', () => {
    const written = writeViewer('[[viewer:json]]', hostile)
    expect(written.match(/<\/script>/g)).toHaveLength(1)
    const json = />(.*)<\/script>$/s.exec(written)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual(hostile)
  })

  test('leaves everything else about the member out of the page', () => {
    const member = { ...viewer, id: 'secret-id', approvalStatus: 'approved' }
    expect(writeViewer('[[viewer:json]]', member)).not.toContain('secret-id')
  })
})

describe('what a page may know of a member', () => {
  const fields = Object.keys(Viewer.shape) as (keyof Viewer)[]
  const member = Viewer.parse(Object.fromEntries(fields.map((field) => [field, `the ${field}`])))

  test.each(fields)('%s is in the page, and another one makes it another page', async (field) => {
    expect(await shown(member)).toContain(`"${field}":"the ${field}"`)
    expect(await etagOf({ ...member, [field]: 'changed' })).not.toBe(await etagOf(member))
  })

  test('is the same page whatever else is known about them', async () => {
    const row = { approvalStatus: 'approved', id: 'secret-id', ...member }
    expect(viewerOf(row)).toEqual(member)
    expect(await etagOf(row)).toBe(await etagOf(member))
  })

  const answer = (viewer: Viewer) => {
    const headers = { 'content-type': 'text/html', etag: '"a"' }
    return page(new Response('[[viewer:json]]', { headers }), viewer, null)
  }
  const shown = async (viewer: Viewer) => (await answer(viewer)).text()
  const etagOf = async (viewer: Viewer) => (await answer(viewer)).headers.get('etag')
})
