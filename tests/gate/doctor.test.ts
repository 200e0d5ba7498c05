import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { doctor } from '../../scripts/doctor.ts'
import type { CheckResult } from '../../scripts/doctor/check.ts'
import { outputOf } from '../support/command-output.ts'
import { useFolder } from '../support/folder.ts'
import { query } from '../support/query.ts'
import { startReadyStack } from '../support/test-stack.ts'

const HEALTH_SECRET = 'a secret of at least thirty-two letters'
/** Holds the portal's note for commands on its machine. */
const folder = useFolder()

let portal: Stack
beforeAll(async () => {
  vi.stubEnv('HEALTH_SECRET', HEALTH_SECRET)
  portal = await startReadyStack()
  const note = { pid: process.pid, databaseUrl: portal.databaseUrl, env: { ...portal.env, HEALTH_SECRET } }
  writeFileSync(join(folder, 'stack.json'), JSON.stringify(note))
})
afterAll(async () => {
  await portal.close()
  vi.unstubAllEnvs()
})

test('a healthy portal passes every check of the doctor', async () => {
  const sections = ['settings', 'schema', 'database', 'services', '--deep', portal.siteUrl]
  // Both schedules run once before all is well.
  const rows = await vi.waitUntil(
    async () => {
      const found = await examine(sections)
      return found.every(({ state }) => state === 'ok' || state === 'skip') && found
    },
    { timeout: 90_000, interval: 300 },
  )
  const skipped = rows.filter(({ state }) => state === 'skip').map(({ found }) => found)
  expect(new Set(skipped)).toEqual(
    new Set([
      'not checked: the site has separate logins',
      // The mailbox has no webhooks.
      'not checked: answered 404',
    ]),
  )
  expect(await query(portal, 'select from rate_limits')).toEqual([])
})

test.each([
  [
    'another SITE_URL than the address',
    { address: '127.0.0.1' },
    /^SITE_URL: differs .* emailed links .* → set SITE_URL to the URL that people open/,
  ],
  ['another site’s secret', { HEALTH_SECRET: 'x'.repeat(40) }, /^details: answered 404 → copy HEALTH_SECRET/],
])('the doctor finds %s', async (_, { address = 'localhost', ...env }: Asked, finding) => {
  const rows = await examine(['--deep', portal.siteUrl.replace('localhost', address)], env)
  const wrong = rows.filter(({ state }) => state === 'fail' || state === 'warn')
  expect(wrong.map(({ name, found, remedy }) => `${name}: ${found} → ${remedy}`)).toEqual([
    expect.stringMatching(finding),
  ])
})

test('the doctor finds the running portal where the environment has its settings', async () => {
  const rows = await examine(['database'], { SITE_URL: portal.siteUrl })
  expect(rows.filter(({ state }) => state === 'fail')).toEqual([])
  expect(rows.map(({ name }) => name)).toContain('connection')
})

async function examine(words: string[], env: NodeJS.ProcessEnv = {}): Promise<CheckResult[]> {
  const own = { LANAI_DATA: folder, HEALTH_SECRET, ...env }
  const { stdout } = await outputOf(() => doctor([...words, '--json'], own))
  return JSON.parse(stdout) as CheckResult[]
}

type Asked = Record<string, string> & { address?: string }
