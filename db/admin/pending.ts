import type { ClientBase } from 'pg'
import { formatTable } from './table.ts'
import { UsageError, type Report, type Verb } from './verb.ts'

const help = `Usage: npm run admin -- pending [--json]

Lists who waits for a decision, longest first. Changes nothing.

  --json   print them as JSON
  --help   print this`

export const pending: Verb = {
  help,
  prepare({ emails }) {
    if (emails.length > 0) throw new UsageError(`pending takes no addresses.\n\n${help}`)
    return async (client) => report(await listPending(client))
  },
}

async function listPending(client: ClientBase): Promise<Waiting[]> {
  const { rows } = await client.query<Waiting>(
    `select email, full_name as "fullName", signed_up_at as "signedUpAt", email_confirmed as "emailConfirmed"
     from pending_members`,
  )
  return rows
}

function report(waiting: Waiting[]): Report {
  return {
    json: waiting,
    text: (columns) =>
      waiting.length === 0
        ? 'Nobody is waiting.'
        : formatTable(['e-mail', 'name', 'signed up', 'confirmed'], waiting.map(toCells), columns),
  }
}

function toCells({ email, fullName, signedUpAt, emailConfirmed }: Waiting): string[] {
  return [email, fullName ?? '', minute(signedUpAt), emailConfirmed ? 'yes' : 'no']
}

/** 2026-01-31 08:05 UTC */
function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

interface Waiting {
  email: string
  fullName: string | null
  signedUpAt: Date
  emailConfirmed: boolean
}
