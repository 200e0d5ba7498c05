import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { loadFunction } from '../../netlify/local/site.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { doctor } from '../../scripts/doctor.ts'
import type { CheckResult } from '../../scripts/doctor/check.ts'
import { BUILT_COMMIT, BUILT_PROJECT } from './built-project.ts'
import { query } from './query.ts'
import { signedInMember } from './signed-in-member.ts'
import { startTestServer } from './test-server.ts'
import { startTestStack } from './test-stack.ts'

/** Holds the portal's note for commands. */
const FOLDER = mkdtempSync(join(tmpdir(), 'lanai-examined-'))
const HEALTH_SECRET = 'a secret of at least thirty-two letters'

export const SECTIONS = ['settings', 'schema', 'database', 'services', 'site'] as const
export type Section = (typeof SECTIONS)[number]

/** A running portal in which faults are planted for the doctor to find. */
export async function startExaminedPortal() {
  vi.stubEnv('HEALTH_SECRET', HEALTH_SECRET)
  const stack = await startTestStack()
  const cookie = await signedInMember(stack, { email: 'member@example.com', status: 'approved' })
  /** Of the doctor itself. */
  const env = {
    LANAI_DATA: FOLDER,
    COMMIT_REF: BUILT_COMMIT,
    HEALTH_SECRET,
    MEMBER_COOKIE: cookie.replace(/^.*=/, ''),
  }
  let refusal: Refusal = { status: 500, body: {} }
  /** Postmark or a webhook. */
  const refusing = await startTestServer((_, response) => {
    response
      .writeHead(refusal.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(refusal.body))
  })
  writeNote(stack, {})

  return {
    stack,

    examine,

    /** What the doctor says is wrong, as 'check: found → remedy'. */
    async findings(sections: readonly Section[], asked?: Asked): Promise<string[]> {
      const rows = await examine(sections, asked)
      const wrong = rows.filter(({ state }) => state === 'fail' || state === 'warn')
      return wrong.map(({ name, found, remedy }) => `${name}: ${found} → ${remedy}`)
    },

    refuse(answer: Refusal): string {
      refusal = answer
      return refusing.url
    },

    async close() {
      await stack.close()
      await refusing.close()
      rmSync(FOLDER, { recursive: true })
    },
  }

  async function examine(sections: readonly Section[], asked: Asked = {}): Promise<CheckResult[]> {
    const { address = stack.siteUrl, ...own } = asked
    const out = vi.fn<(text: string) => void>()
    const words = sections.flatMap((section) => (section === 'site' ? ['--deep', address] : section))
    await doctor([...words, '--json'], { env: { ...env, ...own }, out, err: out })
    return JSON.parse(String(out.mock.lastCall)) as CheckResult[]
  }
}

/** Changes what the portal has left for commands on its machine. */
export function writeNote({ databaseUrl, env }: Stack, changes: Record<string, string>): void {
  const note = { databaseUrl, env: { ...env, HEALTH_SECRET, ...changes } }
  writeFileSync(join(FOLDER, 'stack.json'), JSON.stringify(note))
}

/** A message of an hour ago, which the portal tries to deliver with these settings. */
export async function tryToDeliver(stack: Stack, kind: string, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const to = 'kai@example.com'
  const payload = { to, email: to, fullName: 'Kai', userId: randomUUID() }
  await query(stack, `select enqueue($1, 'planted', $2)`, [kind, payload])
  const deliver = await loadFunction(join(BUILT_PROJECT, '.netlify/v1/functions/deliver-outbox.mjs'))
  await vi.waitFor(async () => {
    await deliver(new Request('http://localhost', { method: 'POST', body: '{"next_run":null}' }))
    const tried = `update outbox set created_at = now() - interval '1 hour' where last_error is not null returning id`
    expect(await query(stack, tried)).toHaveLength(1)
  }, 20_000)
  for (const name of Object.keys(settings)) vi.stubEnv(name, stack.env[name])
}

/** Address and variables with which the doctor runs. */
export type Asked = Record<string, string> & { address?: string }

interface Refusal {
  status: number
  body: object
}
