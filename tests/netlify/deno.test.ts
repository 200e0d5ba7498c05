import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { PASSWORD, signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/** The version to ask npm for. Netlify runs edge functions on Deno. */
const DENO = 'deno@2.9.6'

const FETCHED_WITHIN_MS = 120_000
const EDGE = join(BUILT_PROJECT, '.netlify/v1/edge-functions/middleware/middleware.mjs')
const LEILANI = { email: 'leilani@example.com', fullName: 'Leilani Kalākaua', status: 'approved' } as const

let portal: Stack
let cookie: string
const started: ChildProcess[] = []
beforeAll(async () => {
  portal = await startTestStack()
  cookie = await signedInMember(portal, LEILANI)
})
afterAll(async () => {
  for (const deno of started.filter(({ exitCode }) => exitCode === null)) {
    // npm, its shell and Deno.
    process.kill(-(deno.pid ?? 0))
    await once(deno, 'exit')
  }
  await portal.close()
})

describe('the gate on Deno', () => {
  let gate: Awaited<ReturnType<typeof startGate>>
  beforeAll(async () => {
    gate = await startGate()
  })

  test('opens a page for a member', async () => {
    const page = await gate('/leaderboard', { headers: { cookie } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Leilani Kalākaua')])
  })

  test('answers 404 for a missing page', async () => {
    expect((await gate('/no-such-page', { headers: { cookie } })).status).toBe(404)
  })

  test('redirects a stranger', async () => {
    const stranger = await gate('/leaderboard')
    expect([stranger.status, stranger.headers.get('location')]).toEqual([302, '/auth?next=%2Fleaderboard'])
  })

  test('passes a sign-in on', async () => {
    const signIn = await gate('/_actions/auth.signIn', {
      method: 'POST',
      headers: { origin: portal.siteUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ email: LEILANI.email, password: PASSWORD }),
    })
    expect([signIn.status, signIn.headers.getSetCookie()]).toEqual([
      200,
      expect.arrayContaining([expect.stringMatching(/session=\w+/)]),
    ])
  })

  test('fails closed without a database', async () => {
    const gateWithoutDatabase = await startGate({ DATABASE_HTTP_URL: 'http://127.0.0.1:1/sql' })
    const outage = await gateWithoutDatabase('/leaderboard', { headers: { cookie } })
    expect([outage.status, outage.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

/** Starts the built gate on Deno before the portal, and returns what asks it. */
async function startGate(changes: Record<string, string> = {}) {
  const script = join(import.meta.dirname, 'edge-on-deno.ts')
  const run = ['exec', '--yes', `--package=${DENO}`, '--', 'deno', 'run', '--no-check', '--allow-all']
  const deno = spawn('npm', [...run, script, EDGE, portal.siteUrl], {
    // Outside the project, whose package.json is none of Deno's business.
    cwd: tmpdir(),
    // npm's own settings, too.
    env: { ...process.env, ...portal.env, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  started.push(deno)
  let output = ''
  deno.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  deno.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [, port] = await vi.waitUntil(
    () => {
      if (deno.exitCode !== null) throw new Error(output)
      return /listening on (\d+)/.exec(output)
    },
    { timeout: FETCHED_WITHIN_MS, interval: 100 },
  )
  return (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
}
