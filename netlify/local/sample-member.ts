import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDeps } from '../../src/server/deps.ts'
import { readEnv } from '../../src/server/env.ts'
import { signUp } from '../../src/server/sign-up/sign-up.ts'
import { SignUpForm } from '../../src/shared/forms.ts'
import type { Services } from './services.ts'

const EMAIL = 'leilani@example.com'

/**
 * Puts one approved member into an empty database, through the product's own sign-up, to look around as. Returns what
 * to tell: the password, this once, or nothing when the database has members already.
 */
export async function addSampleMember({ databaseUrl, env }: Services): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1')
    if (rowCount) return []

    const password = randomBytes(9).toString('base64url')
    // No request is answered here: the site's address is only needed to be one.
    const deps = createDeps(readEnv({ SITE_URL: 'http://localhost', ...env }))
    const form = SignUpForm.parse({ email: EMAIL, password, fullName: 'Leilani Kalākaua' })
    await signUp(deps, form, { address: 'this machine' })
    await client.query(`SELECT decide_membership($1, 'approved', 'Sample member', 'npm start')`, [EMAIL])
    await client.query('SELECT set_editors(array[$1], true)', [EMAIL])
    return [
      '',
      'The database was empty, so there is one approved member to look around as:',
      `  ${EMAIL}   password ${password}   (shown this once)`,
    ]
  } finally {
    await client.end()
  }
}
