import { InvalidArgumentError } from 'commander'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { decodeFile } from '../../../src/shared/people/decode-file.ts'
import {
  describeList,
  describeMistake,
  type Mistake,
  listMistake,
} from '../../../src/shared/people/describe-list.ts'
import { parseAddress } from '../../../src/shared/people/parse-address.ts'
import { parseList } from '../../../src/shared/people/parse-list.ts'
import type { Group } from '../../../src/shared/people/groups.ts'
import { knownGroup } from './groups.ts'
import { dryRun, recorded, sql, type AdminCommand, type CommandInput } from './command.ts'

const decided = { '--reason <text>': 'recorded with the decision; the member never sees it', ...recorded }

export const memberCommands: readonly AdminCommand[] = [
  {
    name: 'invite [file-or-email]',
    help: `invite people before they sign up
Within a minute they get an email with a link to choose a password. The file is CSV with a column of addresses and of names;
- reads standard input. A column Group or Cohort says which groups they are in. If a line is invalid, no one is invited. Inviting someone again sends a new link. Without an argument, lists
invitations.`,
    parameters: {
      '--name <name>': 'name of the person, if you give an address',
      '--group <name>': 'a group for everyone who is invited',
      ...recorded,
    },
    sql({ args: [who], options, actor, groups }) {
      if (who === undefined)
        return sql`select email, full_name, invited_at, invited_by, accepted_at, expires_at, invitation
          from people where invited_at is not null order by invited_at desc, email`
      const { people, about } = readPeople(who, options, groups())
      return { ...sql`select * from invite(${JSON.stringify(people)}, ${actor})`, about }
    },
    empty: 'No invitations yet.',
  },
  {
    name: 'pending',
    help: 'list people who are waiting for a decision, longest first',
    sql: () =>
      sql`select email, full_name, signed_up_at, to_char(now() - signed_up_at, 'FMDD "d" FMHH24 "h"') as waits, email_confirmed
        from people where status = 'pending' order by signed_up_at, email`,
    empty: 'No one is waiting.',
  },
  {
    name: 'approve <email...>',
    help: `approve members
They can use the portal from their next request on, and get an email a minute later. If one address is unknown or
unconfirmed, no one is approved. Approving someone twice changes nothing.`,
    parameters: {
      '--force': 'also approve unconfirmed addresses, which may belong to someone else',
      ...decided,
    },
    sql: decide('approved'),
  },
  {
    name: 'deny <email...>',
    help: `deny members
They lose access from their next request on, and get an email a minute later. If one address is unknown, no one is denied.
Denying someone twice changes nothing.`,
    parameters: decided,
    sql: decide('denied'),
  },
  {
    name: 'find [text...]',
    help: `find people by parts of their name, address, company or role
Finds who has all the words, in any order. Ignores case, kahakō, ʻokina and other accents: kalakaua finds Kalākaua. Without text, lists
everyone.`,
    parameters: { '--approved': 'only approved members' },
    sql: ({ emails, options }) =>
      sql`select email, full_name, company, role, status, email_confirmed, signed_up_at from find_people(${emails.join(' ')})
        where not ${options.approved === true}::boolean or status = 'approved'`,
    empty: 'No one matches.',
  },
  {
    name: 'member <email>',
    help: `show everything about one member
Status, sign-up, sessions, the latest messages with their delivery, and every decision. Shows no secret.`,
    sql: ({ emails }) =>
      sql`select email, full_name, company, role, array_to_string(groups, ', ') as groups, status, invited_at, invited_by, invitation, signed_up_at, email_confirmed_at, sessions,
          last_seen_at, bounce, bounced_at, has_picture
        from people where id in (select id from find_members(${emails}))`,
    isExpanded: true,
    more: [
      {
        title: 'Messages',
        sql: ({ emails: [email] }) => sql`select latest_at, kind, state, attempts, last_error
          from find_members(array[${email}]) m join messages on user_id = m.id order by latest_at desc, messages.id limit 10`,
        empty: 'None.',
      },
      {
        title: 'Decisions',
        sql: ({ emails }) => decisions(emails, '50'),
        empty: 'None.',
      },
    ],
  },
  {
    name: 'company <company> <email...>',
    help: `say which company people belong to
Members see it in the directory. An empty company, "", removes it. Their role stays unless you give one.`,
    parameters: { '--role <role>': 'what they are in the programme, such as Founder', ...recorded },
    sql: ({ args: [company], emails, options, actor }) =>
      sql`select * from set_company_and_role(${emails.slice(1)}, ${company}, ${options.role}, ${actor})`,
  },
  {
    name: 'change-email <email> <new-email>',
    help: `send a link that changes a member's address to the new one
For members who can't read their old mailbox. Make sure that it is them who ask. Nothing changes until they confirm it, within a
day, with their session or password; then the old address gets an email about it.`,
    sql: ({ args: [email, newEmail] }) => sql`select * from send_email_change(${email}, ${newEmail})`,
  },
  {
    name: 'history [email]',
    help: `show who decided what, when and why, newest first
The history can't be changed, and it outlives the account.`,
    parameters: { '--latest <n>': 'how many rows (default: 50)' },
    sql({ emails, options: { latest = '50' } }) {
      if (!/^\d{1,9}$/.test(String(latest)))
        throw new InvalidArgumentError('--latest takes a number of rows, such as 200')
      return decisions(emails, String(latest))
    },
    empty: 'No decisions yet.',
  },
  {
    name: 'delete [email...]',
    help: `delete accounts and all their data after a day
Signs the members out now. They get no email, so write to them. The history keeps an id and your name. Without an address,
lists scheduled deletions.`,
    parameters: { '--keep': 'cancel deletions, also those that members requested', ...recorded },
    sql({ emails, options, actor }) {
      if (emails.length === 0)
        return sql`select email, full_name, deletion_due_at, deletion_requested_by
          from people where deletion_due_at is not null order by deletion_due_at, email`
      return options.keep
        ? sql`select * from cancel_deletions(${emails})`
        : sql`select * from schedule_deletions(${emails}, ${actor})`
    },
    empty: 'No deletions are scheduled.',
  },
  {
    name: 'sessions-end [email...]',
    help: `sign members out everywhere
From their next request on. Decisions stay, so approved members can sign in again.`,
    parameters: { '--everybody': 'every member at once', ...dryRun },
    sql({ emails, options }) {
      if (options.everybody ? emails.length > 0 : emails.length === 0)
        throw new InvalidArgumentError('give email addresses or --everybody')
      return options.everybody
        ? sql`with ended as (delete from sessions returning user_id)
          select 'everybody' as email, count(*) as ended from ended`
        : sql`select * from end_sessions(${emails})`
    },
  },
]

function decide(status: 'approved' | 'denied'): AdminCommand['sql'] {
  return ({ emails, options, actor }) =>
    sql`select email, full_name, from_status, to_status,
        case when from_status = to_status then 'nothing changed' else 'changed' end as result
      from decide_memberships(${emails}, ${status}, ${options.reason}, ${actor}, ${options.force === true})`
}

function decisions(emails: string[], latest: string) {
  return sql`select created_at, email, from_status, to_status, is_undo, actor, reason from account_history
    where cardinality(${emails}::text[]) = 0 or user_id in (select id from find_members(${emails}))
    order by created_at desc, id desc limit ${latest}`
}

const STANDARD_INPUT = 0

function readPeople(fileOrEmail: string, { name, group }: CommandInput['options'], known: readonly Group[]) {
  const groups = group === undefined ? [] : [knownGroup(String(group), known)]
  const isInput = fileOrEmail === '-'
  const stats = isInput ? undefined : statSync(fileOrEmail, { throwIfNoEntry: false })
  if (!isInput && (!stats || stats.isDirectory())) {
    const one = parseAddress(fileOrEmail)
    if (one.email) return { people: [{ email: one.email, name: name ?? one.name, groups }] }
    const mistake = describeMistake(listMistake('not_address', fileOrEmail))
    throw new Error(`There is no file “${fileOrEmail}”, and ${mistake}.`)
  }
  if (name !== undefined) throw new InvalidArgumentError('--name is for one address, not for a file')
  const file = isInput ? 'The input' : basename(fileOrEmail)
  const decoded = decodeFile(file, readFileSync(isInput ? STANDARD_INPUT : fileOrEmail))
  if (typeof decoded !== 'string') throw refusalOf([decoded])
  const list = parseList(decoded, known)
  if ('code' in list) throw refusalOf([list])
  if (list.mistakes.length > 0) throw refusalOf(list.mistakes)
  const people = list.people.map((person) => ({ ...person, groups: [...person.groups, ...groups] }))
  return { people, about: describeList(list) }
}

function refusalOf(mistakes: readonly Mistake[]): Error {
  return new Error([...mistakes.map(describeMistake), 'No one was invited.'].join('\n'))
}
