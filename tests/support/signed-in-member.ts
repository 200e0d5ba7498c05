import { Client } from 'pg'
import { rawRequest } from './raw-http.ts'

export const PASSWORD = 'correct horse battery'

/** A member of a portal that only this test uses: however many come from this machine, none is one too many. */
export async function signedInMember(portal: RunningPortal, member: NewMember): Promise<string> {
  await query(portal, 'DELETE FROM rate_limits', [])
  return signInAs(portal, member)
}

/**
 * Signs somebody up and in, the way the site's own pages do, and returns the session cookie as a request header's
 * value. The session is live whatever the status: the member was approved when they signed in.
 */
export async function signInAs(portal: RunningPortal, member: NewMember): Promise<string> {
  const { email, fullName = 'Leilani Kalākaua', status } = member
  const name = fullName === null ? {} : { fullName }
  await act(portal.siteUrl, 'auth.signUp', { email, password: PASSWORD, ...name })
  await query(portal, 'SELECT * FROM decide_membership($1, $2)', [email, 'approved'])
  const cookie = await act(portal.siteUrl, 'auth.signIn', { email, password: PASSWORD })
  if (status !== 'approved') await query(portal, 'SELECT * FROM decide_membership($1, $2)', [email, status])
  return cookie
}

async function query(portal: RunningPortal, text: string, params: unknown[]): Promise<void> {
  const database = new Client({ connectionString: portal.databaseUrl })
  await database.connect()
  try {
    await database.query(text, params)
  } finally {
    await database.end()
  }
}

/** @returns the cookie the action sets, if any. */
async function act(siteUrl: string, action: string, input: object): Promise<string> {
  const answer = await rawRequest(siteUrl, `/_actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify(input),
  })
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`${action}: ${answer.raw}`)
  return answer.headers.get('set-cookie')?.[0]?.split(';')[0] ?? ''
}

interface RunningPortal {
  siteUrl: string
  databaseUrl: string
}

interface NewMember {
  email: string
  /** null: they gave none. */
  fullName?: string | null
  status: 'pending' | 'approved' | 'denied'
}
