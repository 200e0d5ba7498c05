import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNpmScript, threeFreePorts, type RunningScript } from '../support/npm-script.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/** The built portal twice, each with a database of its own: on the one-machine host and as `npm run preview:netlify`. */
export async function startPortal(): Promise<Portal> {
  const stack = await startTestStack()
  const folder = await mkdtemp(join(tmpdir(), 'lanai-preview-'))
  const port = await threeFreePorts()
  const preview = await runNpmScript(
    'preview:netlify',
    ['--port', String(port), '--data', folder],
    /password/,
  ).catch(async (error: unknown) => {
    await stack.close()
    throw error
  })
  const { databaseUrl } = JSON.parse(await readFile(join(folder, 'stack.json'), 'utf8')) as {
    databaseUrl: string
  }
  const cookies = {
    host: await signInEach(stack),
    netlify: await signInEach({ databaseUrl }),
  }
  let isOpen = true

  return {
    url: (host) => (host === 'host' ? stack.siteUrl : `http://localhost:${port}`),
    cookie: (host, who) => {
      const cookie = cookies[host].get(who)
      return cookie ? { cookie } : {}
    },
    previewOutput: () => preview.output(),
    async endPreview(signal) {
      isOpen = false
      return preview.end(signal)
    },
    async close() {
      if (isOpen) await preview.end('SIGTERM')
      await stack.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Members of each status, all with a live session. */
async function signInEach(database: { databaseUrl: string }): Promise<ReadonlyMap<Visitor, string>> {
  const cookies = new Map<Visitor, string>([['forged', `__Host-session=${'a'.repeat(40)}`]])
  for (const who of ['approved', 'pending', 'denied', 'editor'] as const) {
    const status = who === 'editor' ? 'approved' : who
    const member = { email: `${who}@example.com`, fullName: FULL_NAME, status } as const
    cookies.set(who, await signedInMember(database, member))
  }
  await query(
    database,
    `update profiles set is_editor = true from users where users.id = profiles.id and email like 'editor@%'`,
  )
  return cookies
}

/** What everybody here is called. */
export const FULL_NAME = 'Kalākaua ʻŌhiʻa 張 🌺 </script>'

export type HostName = 'host' | 'netlify'

export type Visitor = 'signed out' | 'forged' | 'pending' | 'denied' | 'approved' | 'editor'

export interface Portal {
  url(host: HostName): string
  /** The request header that makes this visitor; none for a signed-out one. */
  cookie(host: HostName, who: Visitor): Record<string, string>
  /** What `npm run preview:netlify` has said. */
  previewOutput: () => string
  endPreview: RunningScript['end']
  close(): Promise<void>
}
