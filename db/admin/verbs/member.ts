import type { ClientBase } from 'pg'
import { readAddress } from '../addresses.ts'
import { minute, yesNo } from '../cells.ts'
import type { Report, Table, Verb } from '../verb.ts'
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
  const mails = await listMails(client, email)
  const decisions = await listDecisions(client, email, LATEST_DECISIONS)
  return {
    json: { ...facts, mails, decisions },
    tables: [
      { columns: ['member', facts.email], rows: toLines(facts) },
      mailsTable(mails),
      { ...decisionsTable(decisions), title: 'Decisions' },
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

async function listMails(client: ClientBase, email: string): Promise<Told[]> {
  const { rows } = await client.query<Told>(
    `select at, kind, state, attempts, last_error as "lastError" from member_mails($1)`,
    [email],
  )
  return rows
}

function toLines(facts: Facts): string[][] {
  return [
    ['name', facts.fullName ?? ''],
    ['status', facts.status],
    ['signed up', minute(facts.signedUpAt)],
    ['address confirmed', facts.emailConfirmedAt ? minute(facts.emailConfirmedAt) : 'no'],
    ['password proven', facts.passwordProvenAt ? minute(facts.passwordProvenAt) : 'no'],
    ['on the roster', rosterOf(facts)],
    ['browsers signed in', String(facts.sessions)],
    ['last seen', facts.lastSeenAt ? minute(facts.lastSeenAt) : 'not signed in'],
    ['picture', yesNo(facts.hasPicture)],
  ]
}

function rosterOf({ onRoster, rosterName, rosterSpentAt }: Facts): string {
  if (!onRoster) return 'no'
  return ['yes', rosterName, rosterSpentAt && `spent ${minute(rosterSpentAt)}`].filter(Boolean).join(', ')
}

function mailsTable(mails: Told[]): Table {
  return {
    title: 'Messages',
    columns: ['when', 'what', 'state', 'tries', 'why'],
    rows: mails.map(({ at, kind, state, attempts, lastError }) => [
      minute(at),
      kind,
      state,
      String(attempts),
      lastError ?? '',
    ]),
    whenEmpty: 'None.',
  }
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

interface Told {
  at: Date
  kind: string
  state: string
  attempts: number
  lastError: string | null
}
