import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createArgon2 } from '../../src/server/vendors/argon2.ts'
import type { Services } from './services.ts'

const EMAIL = 'leilani@example.com'

/**
 * Adds an approved member, an editor and administrator, to an empty database. Returns lines to print with the password; none when
 * it already has members.
 */
export async function addSampleMember({ databaseUrl }: Services): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1')
    if (rowCount) return []

    const password = randomBytes(9).toString('base64url')
    const passwordHash = await createArgon2().hash(password)
    await client.query('SELECT register_member($1, $2, $3)', [EMAIL, passwordHash, 'Leilani Kalākaua'])
    await client.query(
      `SELECT decide_memberships(array[$1], 'approved', 'Sample member', 'npm start', force => true)`,
      [EMAIL],
    )
    // Above the reader's own emails in the mailbox, this one would be the newest.
    await client.query('DELETE FROM outbox')
    for (const role of ['editor', 'admin'])
      await client.query('SELECT set_role(array[$1], $2, true)', [EMAIL, role])
    return [
      '',
      'The database was empty, so we added a member for you to sign in as, an editor and administrator:',
      `  ${EMAIL}   password ${password}   (shown only once)`,
    ]
  } finally {
    await client.end()
  }
}
