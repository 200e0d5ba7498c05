import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDeps } from '../../src/server/deps.ts'
import { readEnv } from '../../src/server/env.ts'
import { signUp } from '../../src/server/sign-up/sign-up.ts'
import { SignUpForm } from '../../src/shared/forms.ts'

const SAMPLE_EMAIL = 'leilani@example.com'
const SAMPLE_NAME = 'Leilani Kalākaua'

/**
 * Puts one approved member into an empty database, through the product's own sign-up, so that there is somebody
 * to look around as. Returns the password, or null when the database has members already.
 */
export async function addSampleMember({ databaseUrl, env }: Portal): Promise<string | null> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1')
    if (rowCount) return null

    const password = randomBytes(9).toString('base64url')
    // No request is answered here: the site's address is only needed to be one.
    const deps = createDeps(readEnv({ SITE_URL: 'http://localhost', ...env }))
    const form = SignUpForm.parse({ email: SAMPLE_EMAIL, password, fullName: SAMPLE_NAME })
    await signUp(deps, form, { address: 'this machine' })
    await client.query("SELECT decide_membership($1, 'approved', 'Sample member', 'npm start')", [
      SAMPLE_EMAIL,
    ])
    await client.query('SELECT set_editors(array[$1], true)', [SAMPLE_EMAIL])
    return password
  } finally {
    await client.end()
  }
}

/** The lines that tell the sample member's password, the only time it is told. */
export function announceSample(password: string | null): string[] {
  if (password === null) return []
  return [
    '',
    'The database was empty, so there is one approved member to look around as:',
    `  ${SAMPLE_EMAIL}   password ${password}   (shown this once)`,
  ]
}

interface Portal {
  /** The owner's: deciding is not the application's. */
  databaseUrl: string
  env: Record<string, string>
}
