import { Client } from 'pg'
import { startNetlifyPreview } from '../../netlify/local/preview-netlify.ts'
import { startStack } from '../../netlify/local/stack.ts'
import { rawRequest } from '../support/raw-http.ts'

const PASSWORD = 'correct horse battery'

/** The built portal twice, over one database: on the one-machine host and in Netlify's own emulation. */
export async function startPortal(): Promise<Portal> {
  const stack = await startStack({
    dataFolder: null,
    host: '127.0.0.1',
    ports: { site: 0, mailbox: 0, postgres: 0 },
  })
  const netlify = await startNetlifyPreview({ port: 0, env: stack.env }).catch(async (error: unknown) => {
    await stack.close()
    throw error
  })
  const cookies = await signInEach(stack.siteUrl, stack.databaseUrl)

  return {
    url: (host) => (host === 'host' ? stack.siteUrl : netlify.url),
    cookie: (who) => {
      const cookie = cookies.get(who)
      return cookie ? { cookie } : {}
    },
    async close() {
      await netlify.close()
      await stack.close()
    },
  }
}

/** Members of each status, all with a live session: pending and denied ones were approved when they signed in. */
async function signInEach(siteUrl: string, databaseUrl: string): Promise<ReadonlyMap<Visitor, string>> {
  const cookies = new Map<Visitor, string>([['forged', `__Host-session=${'a'.repeat(40)}`]])
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    for (const status of ['approved', 'pending', 'denied'] as const) {
      const email = `${status}@example.com`
      await act(siteUrl, 'auth.signUp', {
        email,
        password: PASSWORD,
        fullName: 'Kalākaua ʻŌhiʻa 張 🌺 </script>',
      })
      await database.query('SELECT * FROM decide_membership($1, $2)', [email, 'approved'])
      cookies.set(status, await act(siteUrl, 'auth.signIn', { email, password: PASSWORD }))
      await database.query('SELECT * FROM decide_membership($1, $2)', [email, status])
    }
  } finally {
    await database.end()
  }
  return cookies
}

/** Calls an action as the site's own pages do, and returns the session cookie it sets, if any. */
async function act(siteUrl: string, action: string, input: object): Promise<string> {
  const answer = await rawRequest(siteUrl, `/_actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify(input),
  })
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`${action}: ${answer.raw}`)
  return answer.headers.get('set-cookie')?.[0]?.split(';')[0] ?? ''
}

export type Visitor = 'signed out' | 'forged' | 'pending' | 'denied' | 'approved'

export interface Portal {
  url(host: 'host' | 'netlify'): string
  /** The request header that makes this visitor; none for a signed-out one. */
  cookie(who: Visitor): Record<string, string>
  close(): Promise<void>
}
