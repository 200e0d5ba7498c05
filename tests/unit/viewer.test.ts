import { DomUtils } from 'htmlparser2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fillMarkers, type PageViewer } from '#src/server/gate/markers.ts'
import { memberPage } from '#src/server/gate/member-page.ts'
import { initials, placeholders, Viewer, viewerOf } from '#src/shared/viewer.ts'
import { plainMember } from '../fakes/member.ts'
import { builtFile } from '../fakes/pages.ts'
import { parseHtml } from '../support/html.ts'

const nobody = { isEditor: false, isAdmin: false }
const viewer: PageViewer = { ...viewerOf({ ...plainMember, fullName: 'Kalani Kahale' }), ...nobody }
const editor = { ...viewer, isEditor: true }
const hostile = { ...viewer, fullName: `Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script><!-- $& $1 <b>[[editors:x]]` }
const EVERYTHING = { groups: [], isStaff: true }
/** What the gate sends. */
const page = (html: string, reader: PageViewer) => {
  const answer = memberPage(builtFile(html), reader, EVERYTHING, null)
  if (!answer) throw new Error('No page.')
  return answer
}
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['  leilani   kalākaua ', 'a@b.co', 'LK'],
  ['A B C D E', 'a@b.co', 'ABC'],
  ['👩‍👩‍👧 Family', 'a@b.co', '👩‍👩‍👧F'],
  ['“ʻŌhiʻa', 'a@b.co', 'Ō'],
  [null, 'zoe@b.co', 'Z'],
  ['   ', 'zoe@b.co', 'Z'],
  [null, '', 'U'],
])('the initials of %j, %j are %s', (fullName, email, expected) => {
  expect(initials({ fullName, email })).toBe(expected)
})

test('a member without a name is shown as User', () => {
  expect(['  ', null].map((fullName) => placeholders.name({ ...viewer, fullName }))).toEqual(['User', 'User'])
})

test('a member without a name is greeted without one', () => {
  expect(fillMarkers('Welcome[[viewer:comma-name]]', { viewer: { ...viewer, fullName: null } })).toBe(
    'Welcome',
  )
})

test('a page fills every placeholder', () => {
  const html = '<h1>Welcome[[viewer:comma-name]]</h1><b>[[viewer:initials]]</b><i>[[viewer:toString]]</i>'
  expect(fillMarkers(html, { viewer })).toBe('<h1>Welcome, Kalani Kahale</h1><b>KK</b><i></i>')
  expect(fillMarkers('* [[request:<p>*</p>]]', { requestId: 'A * B' })).toBe('* <p>A * B</p>')
})

test.each(['viewer:name', 'viewer:json', 'editors:<a>', 'request:<p>*</p>'])(
  'a page drops a placeholder without a value: %s',
  (marker) => {
    expect(fillMarkers(`<i>[[${marker}]]</i>`, {})).toBe('<i></i>')
  },
)

test('a page shows any name as text', () => {
  expect(fillMarkers('<p>[[viewer:name]]</p>', { viewer: hostile })).toBe(
    '<p>Kalākaua ʻŌhiʻa 張 🌺 &quot;quotes&quot; &lt;/script&gt;&lt;!-- $&amp; $1 &lt;b&gt;[[editors:x]]</p>',
  )
})

test('a page shows the picture', () => {
  const html = '<i>[[viewer:picture]]</i>'
  const pictured = { ...viewer, avatarUrl: '/avatars/1/2.webp?v="x"' }
  expect(fillMarkers(html, { viewer: pictured })).toBe(
    '<i><img src="/avatars/1/2.webp?v=&quot;x&quot;" alt=""></i>',
  )
  expect(fillMarkers(html, { viewer })).toBe('<i></i>')
})

test("a name can't close its script block", async () => {
  const html = fillMarkers('[[viewer:json]]', { viewer: hostile })
  const [script, ...others] = parseHtml(html).children
  expect(others).toEqual([])
  const textContent = script ? DomUtils.textContent(script) : ''
  const { requireViewer } = await openPage((id) => (id === 'viewer' ? { textContent } : null))
  expect(requireViewer()).toEqual(viewerOf(hostile))
})

test('a page without a member has no viewer data', async () => {
  const { requireViewer } = await openPage(() => null)
  expect(() => requireViewer()).toThrow('no viewer')
})

/** The module as a new page loads it. */
async function openPage(getElementById: (id: string) => { textContent: string } | null) {
  vi.stubGlobal('document', { getElementById })
  vi.resetModules()
  return import('#src/lib/viewer.ts')
}

describe('the member’s fields that a page may have:', () => {
  const fields = Object.keys(Viewer.shape) as (keyof Viewer)[]
  const texts = Object.fromEntries(fields.map((field) => [field, `the ${field}`]))
  const member = Viewer.parse({ ...texts, memberSince: 1_750_000_000_000, hasPendingDeletion: false })
  const other: Viewer = {
    id: 'b',
    email: 'b',
    fullName: 'b',
    avatarUrl: 'b',
    memberSince: 0,
    hasPendingDeletion: true,
  }
  const answer = (reader: Viewer) => page('[[viewer:json]]', { ...nobody, ...reader })
  const etagOf = (reader: Viewer) => answer(reader).headers.get('etag')

  test.each(fields)('%s is in the page', async (field) => {
    expect(await answer(member).text()).toContain(`"${field}":${JSON.stringify(member[field])}`)
    expect(etagOf({ ...member, [field]: other[field] })).not.toBe(etagOf(member))
  })

  test('a page holds no other field of the member', async () => {
    const row = { approvalStatus: 'approved', passwordHash: 'secret', ...member }
    expect(await answer(row).text()).toBe(await answer(member).text())
  })
})

test("a page shows editors' links to editors only", () => {
  const html = '<main>Words</main>[[editors:<a class="x" href="/edit#/a/b">Edit</a>]]'
  expect(fillMarkers(html, { viewer: editor })).toBe(
    '<main>Words</main><a class="x" href="/edit#/a/b">Edit</a>',
  )
  expect(fillMarkers(html, { viewer })).toBe('<main>Words</main>')
})

test('a page offers what needs a GitHub App only where there is one', () => {
  const html = '"auth_methods":["[[github-app:oauth]]","token"]'
  const withApp = { ...editor, hasGitHubApp: true }
  expect(fillMarkers(html, { viewer: withApp })).toBe('"auth_methods":["oauth","token"]')
  expect(fillMarkers(html, { viewer: editor })).toBe('"auth_methods":["","token"]')
})

test("an island's prop for editors is empty for everyone else", () => {
  const html = '<astro-island props="{&quot;url&quot;:[0,&quot;[[editors:/edit#/{video}]]&quot;]}">'
  expect(fillMarkers(html, { viewer: editor })).toContain('[0,&quot;/edit#/{video}&quot;]')
  expect(fillMarkers(html, { viewer })).toContain('[0,&quot;&quot;]')
})
