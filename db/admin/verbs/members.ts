import { InvalidArgumentError } from 'commander'
import { readPeople } from '../people.ts'
import { dryRun, recorded, sql, type Row, type Verb } from './verb.ts'

const decided = { '--reason <text>': 'kept with the decision; the member never sees it', ...recorded }

const person = { 'e-mail': 'email', name: 'full_name' }
const invitation = {
  ...person,
  outcome: 'outcome',
  invited: 'invited_at',
  by: 'invited_by',
  came: 'came_at',
  expires: 'expires_at',
  state: 'state',
}
const decision = { ...person, was: 'from_status', is: 'to_status', result: 'result' }
const recordedDecision = {
  when: 'at',
  'e-mail': 'email',
  was: 'from_status',
  is: 'to_status',
  undo: 'is_undo',
  by: 'actor',
  reason: 'reason',
}

/** All of a few hundred people. */
const EVERYBODY = 100_000

export const memberVerbs: readonly Verb[] = [
  {
    name: 'invite [file-or-email]',
    help: `let people in before they sign up: a mail with a link to choose a password
The file is CSV with the columns email,name; - reads standard input. All or none: a line that cannot be used is named,
and nothing is done. Inviting again sends the link again. Without an argument it lists who was invited, and who came.`,
    parameters: { '--name <name>': 'of the one person whose address is given', ...recorded },
    sql: ({ words: [who], options, actor }) =>
      who === undefined
        ? sql`select * from list_invitations()`
        : sql`select email, name as full_name, outcome from invite(${JSON.stringify(readPeople(who, options.name))}, ${actor})`,
    columns: invitation,
    empty: 'No one was invited.',
    announces: ({ outcome }) => ['invited', 'invited again', 'approved'].includes(String(outcome)),
  },
  {
    name: 'revoke <email...>',
    help: `take invitations back whose link was not used yet
The link stops working and the account is gone. Who came already stays: deny or delete them.`,
    parameters: recorded,
    sql: ({ words, actor }) =>
      sql`select email, name as full_name, outcome from revoke_invitation(${words}, ${actor})`,
    columns: invitation,
  },
  {
    name: 'pending',
    help: 'list who waits for a decision, longest first, and who was invited and did not come yet',
    parameters: {},
    sql: () =>
      sql`select email, full_name, signed_up_at, brief_age(signed_up_at) as waits, email_confirmed
        from list_pending(1, ${EVERYBODY})`,
    columns: { ...person, 'signed up': 'signed_up_at', waits: 'waits', confirmed: 'email_confirmed' },
    empty: 'No one is waiting.',
    more: [
      {
        title: 'Invited',
        sql: () =>
          sql`select email, full_name, invited_at, invited_by, expires_at, state
            from list_invitations() where state <> 'came'`,
        columns: invitation,
        empty: 'None.',
      },
    ],
  },
  {
    name: 'approve <email...>',
    help: `let members in
From their next sign-in or request on; a mail tells them. All or none: when one address is unknown or not confirmed,
nothing changes. Approving again changes and records nothing.`,
    parameters: {
      '--force': 'also who has not confirmed the address, which may be another person’s',
      ...decided,
    },
    sql: decide('approved'),
    columns: decision,
    announces: hasChanged,
  },
  {
    name: 'deny <email...>',
    help: `turn members away
From their very next request on; a mail tells them. All or none. Denying again changes and records nothing.`,
    parameters: decided,
    sql: decide('denied'),
    columns: decision,
    announces: hasChanged,
  },
  {
    name: 'undo <email...>',
    help: `take the latest decision about members back
They are again what they were before it, and that is recorded as well. A mail that was not sent yet is not sent any more.
What was taken back stays so: undoing again changes nothing.`,
    parameters: decided,
    sql: ({ words, options, actor }) =>
      sql`select * from undo_decisions(${words}, ${options.reason}, ${actor})`,
    columns: decision,
    announces: hasChanged,
  },
  {
    name: 'find [part...]',
    help: `find people by a part of their name or address
Capitals, kahakō, ʻokina and other accents do not count: kalakaua finds Kalākaua. Without a part it is everybody.`,
    parameters: { '--approved': 'only who is in' },
    sql: ({ words, options }) =>
      sql`select * from find_people(${words.join(' ')}, ${EVERYBODY})
        where not ${options.approved === true}::boolean or status = 'approved'`,
    columns: { ...person, status: 'status', confirmed: 'email_confirmed', 'signed up': 'signed_up_at' },
    empty: 'No one has that in the name or the address.',
  },
  {
    name: 'member <email>',
    help: `everything there is to know about one member
Status, sign-up, sessions, the last mails and what became of them, and every decision. No secret is shown.`,
    parameters: {},
    sql: ({ words: [email] }) => sql`select * from member_report(${email})`,
    columns: {
      ...person,
      status: 'approval_status',
      invited: 'invited_at',
      'invited by': 'invited_by',
      invitation: 'invitation',
      'signed up': 'signed_up_at',
      'address confirmed': 'email_confirmed_at',
      'browsers signed in': 'sessions',
      'last seen': 'last_seen_at',
      picture: 'has_picture',
    },
    isExpanded: true,
    more: [
      {
        title: 'Messages',
        sql: ({ words: [email] }) => sql`select * from member_mails(${email})`,
        columns: { when: 'at', what: 'kind', state: 'state', tries: 'attempts', why: 'last_error' },
        empty: 'None.',
      },
      {
        title: 'Decisions',
        sql: ({ words: [email] }) => sql`select * from decision_history(${email})`,
        columns: recordedDecision,
        empty: 'None.',
      },
    ],
  },
  {
    name: 'history [email]',
    help: `who decided what, when and why, newest first
The record cannot be changed or removed, and it outlives the account.`,
    parameters: { '--latest <n>': 'so many, if not 50' },
    sql: ({ words: [email], options }) =>
      sql`select * from decision_history(${email}, ${options.latest ?? 50})`,
    columns: recordedDecision,
    empty: 'No decision was made yet.',
  },
  {
    name: 'delete [email...]',
    help: `delete accounts for good, after a day
With all that is theirs, as when members leave by themselves; they are signed out now. No mail tells them: write to them.
The record keeps an id, and that it was you. Without an address it lists which accounts are to be deleted.`,
    parameters: { '--keep': 'take it back, also what members asked for themselves', ...recorded },
    sql({ words, options, actor }) {
      if (words.length === 0)
        return sql`select email, full_name, due_at, requested_by as result from list_deletions()`
      return options.keep
        ? sql`select * from keep_accounts(${words})`
        : sql`select * from schedule_deletions(${words}, ${actor})`
    },
    columns: { ...person, due: 'due_at', '': 'result' },
    empty: 'No account is to be deleted.',
  },
  {
    name: 'sessions-end [email...]',
    help: `sign members out everywhere
From the next request on. It changes no decision: they may sign in again.`,
    parameters: { '--everybody': 'all members at once', ...dryRun },
    sql({ words, options }) {
      if (options.everybody ? words.length > 0 : words.length === 0)
        throw new InvalidArgumentError('give addresses or --everybody')
      return options.everybody
        ? sql`select * from end_every_session()`
        : sql`select * from end_sessions(${words})`
    },
    columns: { 'e-mail': 'email', 'sessions ended': 'ended' },
  },
]

function decide(status: 'approved' | 'denied'): Verb['sql'] {
  return ({ words, options, actor }) =>
    sql`select email, full_name, from_status, to_status,
        case when from_status = to_status then 'nothing changed' else 'changed' end as result
      from decide_memberships(${words}, ${status}, ${options.reason}, ${actor}, ${options.force === true})`
}

function hasChanged({ from_status, to_status }: Row): boolean {
  return from_status !== to_status
}
