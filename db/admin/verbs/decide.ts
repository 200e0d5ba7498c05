import type { ClientBase } from 'pg'
import { describeError } from '../../describe-error.ts'
import { readAddresses } from '../addresses.ts'
import { dryRun, file, remembered } from '../options.ts'
import type { Input, Report, Verb } from '../verb.ts'

export const approve = decisionVerb('approved', {
  name: 'approve',
  summary: 'let members in',
  about: `Lets the members with these addresses in, from their next sign-in or request on, and tells them by mail.
All or none: when one address is unknown or not confirmed, nothing changes. Approving again changes and records nothing.`,
  options: {
    ...remembered,
    force: { about: 'also who has not confirmed the address, which may then be somebody else’s' },
    ...file,
    ...dryRun,
  },
})

export const deny = decisionVerb('denied', {
  name: 'deny',
  summary: 'turn members away',
  about: `Turns the members with these addresses away, from their very next request on, and tells them by mail.
All or none: when one address is unknown, nothing changes. Denying again changes and records nothing.`,
  options: { ...remembered, ...file, ...dryRun },
})

function decisionVerb(status: Status, words: Omit<Verb, 'prepare' | 'takes'>): Verb {
  return {
    ...words,
    takes: 'EMAIL…',
    prepare(input) {
      const emails = readAddresses(words.name, input)
      return {
        in: 'transaction',
        work: async (client) => report(await decide(client, status, emails, input)),
      }
    },
  }
}

async function decide(client: ClientBase, status: Status, emails: string[], input: Input) {
  try {
    const { rows } = await client.query<Decision>(
      `select email, full_name as "fullName", from_status as "from", to_status as "to"
       from decide_memberships($1, $2, $3, $4, $5)`,
      [emails, status, input.value('reason') ?? null, input.actor, input.has('force')],
    )
    return rows
  } catch (cause) {
    throw new Error(`${describeError(cause)}. Nothing was changed.`, { cause })
  }
}

function report(decisions: Decision[]): Report {
  return {
    json: decisions.map((decision) => ({ ...decision, changed: hasChanged(decision) })),
    tables: [{ columns: ['e-mail', 'name', 'decision'], rows: decisions.map(toCells) }],
    announces: decisions.some(hasChanged),
  }
}

function toCells(decision: Decision): string[] {
  const { email, fullName, from, to } = decision
  return [email, fullName ?? '', hasChanged(decision) ? `${from} → ${to}` : `was ${to} already`]
}

function hasChanged({ from, to }: Decision): boolean {
  return from !== to
}

type Status = 'approved' | 'denied'

interface Decision {
  email: string
  fullName: string | null
  from: string
  to: string
}
