import type { ClientBase } from 'pg'
import { readAddress } from '../arguments.ts'
import { tableOf, toText } from '../report.ts'
import type { Report, Verb } from '../verb.ts'
import { decisionsTable, listDecisions } from './history.ts'

const LATEST_DECISIONS = 20

export const member: Verb = {
  name: 'member',
  summary: 'everything there is to know about one member',
  takes: 'EMAIL',
  about: `Shows one member: status, whether the address is confirmed, sign-up, sessions, the last mails and what became of
them, and every decision. Changes nothing and shows no secret. --csv prints the first part only.`,
  options: {},
  prepare(input) {
    const email = readAddress('member', input)
    return { in: 'transaction', work: (client) => report(client, email) }
  },
}

async function report(client: ClientBase, email: string): Promise<Report> {
  const facts = await readFacts(client, email)
  const { rows: mails } = await client.query<Message>(
    `select at, kind, state, attempts, last_error as "lastError" from member_mails($1)`,
    [email],
  )
  const decisions = await listDecisions(client, email, LATEST_DECISIONS)
  const columns = { when: 'at', what: 'kind', state: 'state', tries: 'attempts', why: 'lastError' } as const
  return {
    json: { ...facts, mails, decisions },
    tables: [
      { columns: ['member', facts.email], rows: toLines(facts) },
      tableOf(mails, columns, { title: 'Messages', whenEmpty: 'None.' }),
      decisionsTable(decisions, 'Decisions'),
    ],
  }
}

async function readFacts(client: ClientBase, email: string): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select email, full_name as "fullName", approval_status as "status", signed_up_at as "signedUpAt",
       email_confirmed_at as "emailConfirmedAt", password_proven_at as "passwordProvenAt", sessions::int, last_seen_at as "lastSeenAt",
       on_roster as "onRoster", roster_name as "rosterName", roster_spent_at as "rosterSpentAt", has_picture as "hasPicture"
     from member_report($1)`,
    [email],
  )
  const [facts] = rows
  if (!facts) throw new Error(`The question about "${email}" got no answer.`)
  return facts
}

function toLines(facts: Facts): string[][] {
  const lines = {
    name: facts.fullName,
    status: facts.status,
    'signed up': facts.signedUpAt,
    'address confirmed': facts.emailConfirmedAt ?? 'no',
    'password proven': facts.passwordProvenAt ?? 'no',
    'on the roster': rosterOf(facts),
    'browsers signed in': facts.sessions,
    'last seen': facts.lastSeenAt ?? 'not signed in',
    picture: facts.hasPicture,
  }
  return Object.entries(lines).map(([what, value]) => [what, toText(value)])
}

function rosterOf({ onRoster, rosterName, rosterSpentAt }: Facts): string {
  if (!onRoster) return 'no'
  return ['yes', rosterName, rosterSpentAt && `spent ${toText(rosterSpentAt)}`].filter(Boolean).join(', ')
}

interface Facts {
  email: string
  fullName: string | null
  status: string
  signedUpAt: Date
  emailConfirmedAt: Date | null
  passwordProvenAt: Date | null
  sessions: number
  lastSeenAt: Date | null
  onRoster: boolean
  rosterName: string | null
  rosterSpentAt: Date | null
  hasPicture: boolean
}

interface Message {
  at: Date
  kind: string
  state: string
  attempts: number
  lastError: string | null
}
