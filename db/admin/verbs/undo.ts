import type { ClientBase } from 'pg'
import { describeError } from '../../describe-error.ts'
import { readAddresses } from '../addresses.ts'
import { dryRun, file, remembered } from '../options.ts'
import type { Input, Report, Verb } from '../verb.ts'

export const undo: Verb = {
  name: 'undo',
  summary: 'take the latest decision about members back',
  takes: 'EMAIL…',
  about: `Puts the members with these addresses back to what they were before the latest decision about them. That is
recorded as well. What was taken back stays so: undoing again changes nothing. A mail that was not sent yet is not sent
any more; whoever becomes approved or denied by it is told.`,
  options: { ...remembered, ...file, ...dryRun },
  prepare(input) {
    const emails = readAddresses('undo', input)
    return {
      in: 'transaction',
      work: async (client) => report(await takeBack(client, emails, input)),
    }
  },
}

async function takeBack(client: ClientBase, emails: string[], input: Input): Promise<Undone[]> {
  try {
    const { rows } = await client.query<Undone>(
      `select email, full_name as "fullName", from_status as "from", to_status as "to", result
       from undo_decisions($1, $2, $3)`,
      [emails, input.value('reason') ?? null, input.actor],
    )
    return rows
  } catch (cause) {
    throw new Error(`${describeError(cause)}. Nothing was changed.`, { cause })
  }
}

function report(undone: Undone[]): Report {
  return {
    json: undone.map((one) => ({ ...one, changed: one.from !== one.to })),
    tables: [{ columns: ['e-mail', 'name', 'decision', ''], rows: undone.map(toCells) }],
    announces: undone.some(({ from, to }) => from !== to),
  }
}

function toCells({ email, fullName, from, to, result }: Undone): string[] {
  return [email, fullName ?? '', from === to ? `still ${to}` : `${from} → ${to}`, result]
}

interface Undone {
  email: string
  fullName: string | null
  from: string
  to: string
  result: string
}
