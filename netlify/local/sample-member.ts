import { randomBytes } from 'node:crypto'
import { createArgon2 } from '../../src/server/vendors/argon2.ts'
import { withClient } from './postgres.ts'

const EMAIL = 'leilani@example.com'

export async function hasMembers(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1')
    return rowCount !== 0
  })
}

/** Adds an approved member, an editor and administrator. Returns lines to print with the password. */
export async function addSampleMember(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
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
      'The database was empty, so we added a member for you to sign in as, an administrator, and an editor where /edit is on:',
      `  ${EMAIL}   password ${password}   (shown only once)`,
    ]
  })
}
