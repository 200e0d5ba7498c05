import { dryRun, recorded, sql, type Verb } from './verb.ts'

export const portalVerbs: readonly Verb[] = [
  roleVerb('editors', 'who may change the content in the browser, at /edit'),
  roleVerb('admins', 'who may decide about sign-ups in the browser, with the links of notices'),
  {
    name: 'status [sentence]',
    help: `the portal in numbers, and what the sign-in screen says
A sentence is shown there to everybody within a quarter of a minute, in place of the one before.`,
    parameters: {
      '--until <time>': 'when it ends, such as "2026-11-29 19:00-10"; a time without a zone is UTC',
      '--clear': 'show no sentence any more',
      ...recorded,
    },
    sql({ words: [sentence], options, actor }) {
      if (options.clear)
        return sql`select 'no longer on the sign-in screen' as measure, sentence as value from clear_status()`
      if (sentence !== undefined)
        return sql`select 'on the sign-in screen' as measure, sentence as value, ends_at
          from set_status(${sentence}, ${options.until}, ${actor})`
      return sql`select 'on the sign-in screen' as measure, sentence as value, ends_at from portal_status
        union all select measure, value, null from portal_stats()`
    },
    columns: { what: 'measure', value: 'value', until: 'ends_at' },
    empty: 'There was no sentence.',
  },
  {
    name: 'outbox [email...]',
    help: `mail that did not leave yet, oldest first
--retry tries again what was given up. A message with a link loses it when it is given up: the member asks for another.`,
    parameters: { '--retry': 'try again what was given up, all or for these members', ...dryRun },
    sql: ({ words, options }) =>
      options.retry
        ? sql`select id, kind, recipient, last_error, result as state from retry_outbox(${words.length > 0 ? words : null})`
        : sql`select id, created_at, state, kind, recipient, attempts, next_attempt_at, last_error
          from list_undelivered(1000)
          where cardinality(${words}::text[]) = 0 or recipient = any(${words}::text[])`,
    columns: {
      since: 'created_at',
      state: 'state',
      what: 'kind',
      to: 'recipient',
      tries: 'attempts',
      'next try': 'next_attempt_at',
      why: 'last_error',
    },
    empty: 'Nothing.',
    announces: ({ state }) => state === 'tried again',
  },
  {
    name: 'after-restore',
    help: `keep a restored backup from sending everything twice
Before the portal uses it. Gives up messages that have waited longer than an hour, which the lost database has sent since; of what is
younger the mail provider is asked first. Who has signed out since is signed in again: sessions-end --everybody ends that.`,
    parameters: dryRun,
    sql: () => sql`select * from settle_after_restore()`,
    columns: { what: 'kind', 'given up': 'given_up', kept: 'kept' },
    empty: 'No message was waiting.',
  },
]

function roleVerb(name: 'editors' | 'admins', summary: string): Verb {
  return {
    name: `${name} [email...]`,
    help: `${summary}
From the next request on, while they are approved. Without an address it lists them.`,
    parameters: { '--remove': 'take it from them', ...dryRun },
    sql({ words, options }) {
      const list = sql`select email, full_name, approval_status from members
        where case ${name}::text when 'editors' then is_editor else is_admin end order by email`
      if (words.length === 0) return list
      return name === 'editors'
        ? sql`select * from set_editors(${words}, ${!options.remove})`
        : sql`select * from set_admins(${words}, ${!options.remove})`
    },
    columns: { 'e-mail': 'email', name: 'full_name', status: 'approval_status', changed: 'changed' },
    empty: 'There are none.',
  }
}
