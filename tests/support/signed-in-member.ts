import { Client } from 'pg'
import { rawRequest } from './raw-http.ts'

const PASSWORD = 'correct horse battery'

/**
 * Signs somebody up and in, the way the site's own pages do, and returns the session cookie as a request header's
 * value. The session is live whatever the status: the member was approved when they signed in.
 */
export async function signedInMember(portal: RunningPortal, member: NewMember): Promise<string> {
  const { email, fullName = 'Leilani Kalākaua', status } = member
  const database = new Client({ connectionString: portal.databaseUrl })
  await database.connect()
  try {
    // All of a test's members come from one address, and more of them than one address may sign up.
    await database.query('DELETE FROM rate_limits')
    await act(portal.siteUrl, 'auth.signUp', { email, password: PASSWORD, fullName })
    await database.query('SELECT * FROM decide_membership($1, $2)', [email, 'approved'])
    const cookie = await act(portal.siteUrl, 'auth.signIn', { email, password: PASSWORD })
    await database.query('SELECT * FROM decide_membership($1, $2)', [email, status])
    return cookie
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
  fullName?: string
  status: 'pending' | 'approved' | 'denied'
}
