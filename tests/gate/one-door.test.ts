import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadFunction, loadSite } from '../../netlify/local/site.ts'
import { signedIn, useBuiltActions } from '../support/built-actions.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { everyAction } from '../support/every-action.ts'
import { everyRow, query } from '../support/query.ts'

const SITE = 'https://portal.example.org'
const SIBLING = 'https://blog.example.org'
const TOKEN = 'a'.repeat(64)
const password = 'aloha kakahiaka'

/** Public actions ask the database only with a right body; others look for the session first. */
const bodies: Record<string, object> = {
  'auth.signUp': { email: 'kai@example.org', password, website: '' },
  'auth.signIn': { email: 'leilani@example.org', password },
  'auth.resetPassword': { token: TOKEN, password },
  'auth.confirmEmail': { token: TOKEN, isClicked: true },
  'people.invite': { people: [{ email: 'evil@example.org', name: '', company: null }], isTrial: false },
  'account.updateProfile': { fullName: 'Evil' },
}
const bodyOf = (action: string) => bodies[action] ?? { email: 'leilani@example.org', token: TOKEN }

const actions = await useBuiltActions()
let way: DatabaseProxy
let secret = ''
let cookie: Record<string, string>
let doors: Record<string, Awaited<ReturnType<typeof loadFunction>>>
beforeAll(async () => {
  way = await startDatabaseProxy(actions.database.httpUrl)
  // Read at the first request.
  vi.stubEnv('DATABASE_HTTP_URL', way.url)
  doors = {
    'the gate': await loadSite(BUILT_PROJECT),
    'the function alone': await loadFunction(join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs')),
  }
  const sql = `select create_webhook_endpoint('Tally', 'test') as secret`
  const [row] = await query<{ secret: string }>(actions.database, sql)
  secret = row?.secret ?? ''
})
afterAll(() => {
  way.close()
})
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  cookie = await signedIn(actions, { email: 'leilani@example.org', password })
  await query(actions.database, 'update profiles set is_admin = true')
  way.mend()
})

/** Every address but the action's own that reaches the function, or could. */
function otherAddresses(name: string): string[] {
  const form = `/submissions/${secret}/weekly-update`
  return [
    ...[form, `${form}/`, form.replace('weekly', 'Weekly'), `/submissions/${TOKEN}/x`, '/submissions/x', '/'],
    ...[
      '/submissions',
      '/submissions/',
      '//submissions/x',
      '/submissions//x',
      '/submissions/x;a',
      '/%73ubmissions/x',
    ],
    ...[
      '/submissions/x.json',
      '/avatars/x/avatar.1.webp',
      '/avatars',
      '/404',
      '/500',
      '/nothing',
      '/auth',
      '/leaderboard',
    ],
    ...['/_actions/no.such', '/_actions', '/_image', '/_server-islands/x'],
  ]
    .map((path) => `${path}?_action=${name}`)
    .concat([
      ...[`${form}?%5faction=${name}`, `${form}?_%61ction=${name}`, `${form}?x=1&_action=${name}`],
      ...[`${form}?_action=&_action=${name}`, `${form}?_action=${name}&_action=${name}`],
      ...[`/submissions/_actions/${name}`, `${form}/_actions/${name}`, `/submissions/..%2f_actions/${name}`],
      ...[`/%5factions/${name}`, `//_actions/${name}`, `/_actions//${name}`, `/_actions/${name}/`],
      ...[
        `/_actions%2f${name}`,
        `/x/_actions/${name}`,
        `/_actions/${name.toUpperCase()}`,
        `/_actions/${name}.html`,
      ],
    ])
}

test.each(['the gate', 'the function alone'])(
  'no action runs at another address or for another site: %s',
  async (door) => {
    const rows = await everyRow(actions.database)
    for (const action of everyAction())
      for (const origin of [SIBLING, 'null', null, SITE]) {
        const own = origin === SITE ? [] : [`/_actions/${action}`]
        for (const target of [...otherAddresses(action), ...own]) {
          await post(door, target, action, origin)
          expect([target, origin, way.asked]).toEqual([target, origin, []])
        }
      }
    expect(await everyRow(actions.database)).toBe(rows)
  },
)

test.each(['the gate', 'the function alone'])('every action runs at its own address: %s', async (door) => {
  for (const action of everyAction()) {
    way.mend()
    await post(door, `/_actions/${action}`, action, SITE)
    expect(way.asked.length, action).toBeGreaterThan(0)
  }
})

/** Asks with and without a type: Astro reads a body only with one. */
async function post(door: string, target: string, action: string, origin: string | null): Promise<void> {
  const isPicture = action === 'account.uploadAvatar'
  const type = isPicture ? 'application/octet-stream' : 'application/json'
  for (const headers of [{ 'content-type': type }, {}]) {
    const body = new TextEncoder().encode(JSON.stringify(bodyOf(action)))
    // An Origin that is there decides, whatever this says.
    const site = origin ? 'same-origin' : 'same-site'
    const sent = { ...cookie, ...headers, ...(origin && { origin }), 'sec-fetch-site': site }
    // Without the type that a text would add.
    const request = new Request(SITE + target, { method: 'POST', headers: sent, body })
    const answer = await doors[door]?.(Object.assign(request, { ip: '127.0.0.1' }))
    await answer?.arrayBuffer()
  }
}
