import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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
  'passkeys.signIn': { response: { id: 'aaaa', response: { clientDataJSON: '' } } },
  'auth.confirmEmail': { token: TOKEN, isClicked: true },
  'people.invite': { people: [{ email: 'evil@example.org', name: '', company: null }], isDryRun: false },
  'account.updateProfile': { fullName: 'Evil' },
}
const bodyOf = (action: string) => bodies[action] ?? { email: 'leilani@example.org', token: TOKEN }

const actions = await useBuiltActions()
let proxy: DatabaseProxy
let secret = ''
let cookie: Record<string, string>
let entrances: Record<string, Awaited<ReturnType<typeof loadFunction>>>
beforeAll(async () => {
  proxy = await startDatabaseProxy(actions.database.httpUrl)
  // Read at the first request.
  vi.stubEnv('DATABASE_HTTP_URL', proxy.url)
  entrances = {
    'the gate': await loadSite(BUILT_PROJECT),
    'the function alone': await loadFunction(join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs')),
  }
  const sql = `select create_webhook_endpoint('Tally', 'test') as secret`
  const [row] = await query<{ secret: string }>(actions.database, sql)
  secret = row?.secret ?? ''
})
afterAll(() => {
  proxy.close()
})
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  cookie = await signedIn(actions, { email: 'leilani@example.org', password })
  await query(actions.database, 'update profiles set is_admin = true')
  proxy.mend()
})

/** Paths that reach the function, or could, but aren't the action's own. */
function otherPaths(name: string): string[] {
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

describe.each(['the gate', 'the function alone'])('at %s', (entrance) => {
  test('no action runs at an address other than its own', async () => {
    const rows = await everyRow(actions.database)
    for (const action of everyAction)
      // Of another origin none runs at its own address either.
      for (const origin of [null, SITE])
        for (const path of otherPaths(action)) {
          await post(entrance, path, action, origin)
          expect([path, origin, proxy.asked]).toEqual([path, origin, []])
        }
    expect(await everyRow(actions.database)).toBe(rows)
  })

  test('no action runs for a page of another origin', async () => {
    for (const action of everyAction)
      for (const origin of [SIBLING, 'null', null]) {
        await post(entrance, `/_actions/${action}`, action, origin)
        expect([action, origin, proxy.asked]).toEqual([action, origin, []])
      }
  })

  test('every action runs at its own address', async () => {
    for (const action of everyAction) {
      proxy.mend()
      await post(entrance, `/_actions/${action}`, action, SITE)
      expect(proxy.asked.length, action).toBeGreaterThan(0)
    }
  })
})

test('the function answers 404 at a route that Astro adds by itself', async () => {
  const request = Object.assign(new Request(`${SITE}/_server-islands/x`, { headers: cookie }), {
    ip: '127.0.0.1',
  })
  expect((await entrances['the function alone']?.(request))?.status).toBe(404)
})

/** Asks with and without a type: Astro reads a body only with one. */
async function post(entrance: string, path: string, action: string, origin: string | null): Promise<void> {
  const isPicture = action === 'account.uploadAvatar'
  const type = isPicture ? 'application/octet-stream' : 'application/json'
  for (const headers of [{ 'content-type': type }, {}]) {
    const body = new TextEncoder().encode(JSON.stringify(bodyOf(action)))
    // An Origin that is there decides, whatever this says.
    const site = origin ? 'same-origin' : 'same-site'
    const sent = { ...cookie, ...headers, ...(origin && { origin }), 'sec-fetch-site': site }
    // Without the type that a text would add.
    const request = new Request(SITE + path, { method: 'POST', headers: sent, body })
    const answer = await entrances[entrance]?.(Object.assign(request, { ip: '127.0.0.1' }))
    await answer?.arrayBuffer()
  }
}
