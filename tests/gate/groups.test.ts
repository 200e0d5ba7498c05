import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import type { Member } from '#src/server/member.ts'
import type { Pages } from '#src/server/vendors/ports.ts'
import { gateFor, request, SITE } from '../fakes/gate.ts'
import { builtFile } from '../fakes/pages.ts'
import { plainMember } from '../fakes/member.ts'
import { pathOf, readBuiltSite } from '../support/built-site.ts'
import { randomRequest } from './random-request.ts'

/** `FUZZ_SEED=1 FUZZ_REQUESTS=20000` repeats a run, or lengthens it. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)

/** In tests/programme, the name of each is in whatever is for it, and in nothing else. */
const GROUPS = ['kiawe', 'naupaka', 'ohelo']

const site = readBuiltSite()
const files = new Map(
  site.protectedFiles
    .filter((file) => !/^(?:edit|people|states)/.test(file))
    .map((file) => [file.endsWith('.html') ? pathOf(file) : `/${file}`, file]),
)
const typeOf = (file: string) =>
  file.endsWith('.json') ? 'application/json' : file.endsWith('.ics') ? 'text/calendar' : 'text/html'
// One object for all members, because the gate keeps with it what it has made of it.
const built = new Map(
  site.protectedFiles.map((file) => [file, builtFile(site.readProtected(file), typeOf(file))]),
)
const pages: Pages = {
  openProtected: (path) => Promise.resolve(built.get(files.get(path) ?? `${path.slice(1)}.html`) ?? null),
  openPublic: () => Promise.resolve(builtFile('Not found')),
}

/** What isn't gated. */
const host = () => Promise.resolve(new Response('of the host'))

async function visit(path: string, member: Partial<Member>, headers: Record<string, string> = {}) {
  const found = { member: { ...plainMember, ...member }, renewedCookie: null }
  return handleRequest({ ...gateFor('approved', found), pages }, request(path, 'approved', headers), host)
}

/** Whose canaries are in an answer, its headers and status included. */
async function canariesOf(answer: Response): Promise<string[]> {
  // A redirect repeats what was asked for.
  const headers = [...answer.headers].filter(([name]) => name !== 'location')
  const text = `${JSON.stringify(headers)} ${await answer.text()}`.toLowerCase()
  return GROUPS.filter((group) => text.includes(group))
}

async function canariesIn(member: Partial<Member>): Promise<Record<string, string[]>> {
  const found = await Promise.all(
    [...files.keys()].map(async (path) => {
      const answer = await visit(path, member)
      // A mark that is left is an outage.
      expect(answer.status, path).toBeLessThan(500)
      return [path, await canariesOf(answer)] as const
    }),
  )
  return Object.fromEntries(found.filter(([, groups]) => groups.length > 0))
}

describe('what is for a group', () => {
  test('is told to nobody who is in none', async () => {
    expect(await canariesIn({})).toEqual({})
  })

  test.each(GROUPS)('is told to its members alone: %s', async (group) => {
    const found = await canariesIn({ groups: [group] })
    expect(Object.entries(found).filter(([, groups]) => groups.some((other) => other !== group))).toEqual([])
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['/']))
  })

  test('is told to staff, with whom it is for', async () => {
    const found = await canariesIn({ isEditor: true })
    expect(new Set(Object.values(found).flat())).toEqual(new Set(GROUPS))
    expect(await (await visit('/', { isAdmin: true })).text()).toContain('For Naupaka cohort')
  })
})

test('a copy of the browser is no answer for a member whose groups have changed', async () => {
  for (const path of ['/', '/leaderboard', '/search.json', '/calendar.ics']) {
    const etag = (await visit(path, { groups: ['kiawe'] })).headers.get('etag') ?? ''
    const again = await visit(path, { groups: ['kiawe'] }, { 'if-none-match': etag })
    expect([path, again.status]).toEqual([path, 304])
    const later = await visit(path, { groups: [] }, { 'if-none-match': etag })
    expect([path, later.status, await canariesOf(later)]).toEqual([path, 200, []])
  }
})

describe('the portal as a group’s members see it', () => {
  const AS_KIAWE = { cookie: '__Host-session=token; __Host-view-as=kiawe' }
  const OTHER_VIEWS = /\{&quot;name&quot;:\[0,&quot;naupaka&quot;.+?Ohelo alumni&quot;/

  test('begins at home on a page that only staff have, which is shown as it is', async () => {
    const chosen = await visit('/people?id=kai&view-as=kiawe', { isAdmin: true })
    expect(chosen.headers.get('location')).toBe('/')
    const people = await (await visit('/people', { isAdmin: true }, AS_KIAWE)).text()
    expect(people).not.toContain('See everything again')
    expect(people).toContain('Naupaka cohort')
  })

  test('is shown to staff who ask for it, and says so', async () => {
    const chosen = await visit('/leaderboard?view-as=kiawe', { isAdmin: true })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, '/leaderboard'])
    expect(chosen.headers.get('set-cookie')).toMatch(
      /^__Host-view-as=kiawe; Max-Age=3600; .*HttpOnly; Secure/,
    )
    expect(chosen.headers.get('clear-site-data')).toContain('prefetchCache')
    const shown = await visit('/', { isEditor: true }, AS_KIAWE)
    const html = await shown.text()
    expect(html).toContain('See everything again')
    expect(html, 'the way to another view').toMatch(OTHER_VIEWS)
    expect(html.replace(OTHER_VIEWS, '').toLowerCase()).not.toMatch(/naupaka|ohelo/)
    expect(html, 'what is for editors').not.toContain('Edit this page')
    const ended = await visit('/?view-as=', { isAdmin: true }, AS_KIAWE)
    expect(ended.headers.get('set-cookie')).toContain('__Host-view-as=; Max-Age=0')
  })

  test('says so without a group that the content has lost, and can be ended', async () => {
    const cookie = AS_KIAWE.cookie.replace('kiawe', 'lost')
    const shown = await visit('/', { isAdmin: true }, { cookie })
    const html = await shown.text()
    expect(html.replace(OTHER_VIEWS, '').toLowerCase()).not.toMatch(/kiawe|naupaka|ohelo/)
    expect(html).toContain('See everything again')
  })

  test('is shown to nobody else', async () => {
    const asked = await visit('/leaderboard?view-as=kiawe', {})
    expect([asked.status, asked.headers.get('set-cookie'), await canariesOf(asked)]).toEqual([200, null, []])
    expect(await canariesOf(await visit('/', {}, AS_KIAWE))).toEqual([])
  })
})

test(`${REQUESTS} random requests tell a member nothing of other groups (FUZZ_SEED=${SEED})`, async () => {
  const members = fc.subarray([...GROUPS, 'unknown'], { maxLength: 2 })
  const rule = fc.asyncProperty(
    randomRequest([...files.keys()]),
    members,
    async ({ target, method, headers }, groups) => {
      const url = URL.parse(target, SITE)
      if (url?.origin !== SITE || !['GET', 'HEAD'].includes(method)) return
      const given = headers.map((header) => header.split(': ') as [string, string])
      const answer = await visit(url.pathname + url.search, { groups }, Object.fromEntries(given))
      expect((await canariesOf(answer)).filter((group) => !groups.includes(group))).toEqual([])
    },
  )
  await fc.assert(rule, { seed: SEED, numRuns: REQUESTS })
})
