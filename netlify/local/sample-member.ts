import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDeps } from '../../src/server/deps.ts'
import { readEnv } from '../../src/server/env.ts'
import { signUp } from '../../src/server/sign-up/sign-up.ts'
import { SignUpForm } from '../../src/shared/forms.ts'
import type { Services } from './services.ts'

const EMAIL = 'leilani@example.com'

/**
 * Adds an approved member to an empty database, through the real sign-up. Returns lines to print with the password; none when
 * the database already has members.
 */
export async function addSampleMember({ databaseUrl, env }: Services): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1')
    if (rowCount) return []

    const password = randomBytes(9).toString('base64url')
    // SITE_URL is required but not used here.
    const deps = createDeps(readEnv({ SITE_URL: 'http://localhost', ...env }))
    const form = SignUpForm.parse({ email: EMAIL, password, fullName: 'Leilani Kalākaua' })
    await signUp(deps, form, { address: 'this machine' })
    await client.query(
      `SELECT decide_memberships(array[$1], 'approved', 'Sample member', 'npm start', force => true)`,
      [EMAIL],
    )
    await client.query(`SELECT set_role(array[$1], 'editor', true)`, [EMAIL])
    return [
      '',
      'The database was empty, so we added an approved member for you to sign in as:',
      `  ${EMAIL}   password ${password}   (shown only once)`,
    ]
  } finally {
    await client.end()
  }
}
