import { InvalidArgumentError } from 'commander'
import { SiteUrl } from '../../../src/server/env.ts'
import { dryRun, recorded, sql, type AdminCommand } from './command.ts'

export const portalCommands: readonly AdminCommand[] = [
  roleCommand('editor', 'list, add or remove people who edit content at /edit'),
  roleCommand('admin', 'list, add or remove people who approve, invite and remove others at /people'),
  {
    name: 'passkeys <remove> <email...>',
    help: `remove all passkeys of members, for a lost device
They are signed out everywhere and get an email, sign in with their password, and can add another passkey with it, also where
administrators need one. If one address is unknown, nothing changes.`,
    parameters: recorded,
    sql({ args: [action], emails, actor }) {
      if (action !== 'remove') throw new InvalidArgumentError('write passkeys remove EMAIL…')
      return sql`select email, removed from remove_passkeys(${emails.slice(1)}, ${actor})`
    },
  },
  {
    name: 'status',
    help: 'show the portal in numbers',
    sql: () => sql`select * from portal_stats()`,
  },
  {
    name: 'outbox [email...]',
    help: `list messages that haven't been sent, oldest first
--retry sends failed messages again within a minute, but no email to all members that is too late by now. A failed message with a link
has lost its token, so the member requests a new one.
After a hard bounce, Postmark refuses email to the address until you reactivate it there.`,
    parameters: {
      '--retry': 'retry failed messages, all or those for these members',
      ...dryRun,
    },
    sql({ emails, options }) {
      return options.retry
        ? sql`select kind, recipient, last_error, result from retry_outbox(${emails.length > 0 ? emails : null})`
        : sql`select created_at, state, kind, recipient, attempts, next_attempt_at, last_error
          from messages
          where sent_at is null and (cardinality(${emails}::text[]) = 0 or recipient = any(${emails}::text[]))
          order by created_at, id`
    },
    empty: 'No messages.',
  },
  {
    name: 'forms [name]',
    help: `make an address that a form tool calls when a member has sent a form
Prints its secret once; docs/forms.md says what to paste. Without a name, lists the addresses: when each last recorded an answer, and
when it last refused one and why.`,
    parameters: { '--revoke': 'refuse what this one sends from now on', ...recorded },
    sql: ({ args: [name], options, actor }) => {
      if (name === undefined)
        return sql`select name, created_at, created_by, last_used_at, last_tested_at, last_test_email, last_rejected_at, rejection_reason
          from webhook_endpoints order by name`
      return options.revoke
        ? sql`delete from webhook_endpoints where name = ${name} returning name, 'revoked' as result`
        : sql`select ${name}::text as name, coalesce('/submissions/' || create_webhook_endpoint(${name}, ${actor}) || '/<deadline>', 'there is one of this name') as address`
    },
    empty: 'None.',
  },
  {
    name: 'pictures',
    help: `show how many pictures the last sweep kept
It deletes no pictures while it looks as if the database were empty, old, or another portal's. --delete lets the next sweep delete
these, within the hour. They can't be restored.`,
    parameters: { '--delete': 'delete them', ...dryRun },
    sql: ({ options }) =>
      options.delete
        ? sql`select withheld_count as withheld, result from release_pictures()`
        : sql`select withheld_count as withheld, ended_at as swept_at from scheduled_runs where name = 'sweep' and withheld_count > 0`,
    empty: 'The last sweep kept none.',
  },
  {
    name: 'broadcasts',
    help: `list the latest emails to all members: how many were sent, wait, or were skipped and why
docs/admins.md explains the reasons.`,
    sql: () => sql`select created_at, name, emails, state, reason from latest_broadcasts`,
    empty: 'None yet.',
  },
  {
    name: 'site',
    help: `show which site the database belongs to
The first site to use a database has it. Another one sends no email from it, and none leaves a restored dump before after-restore.`,
    parameters: { '--moved-to <url>': 'the site’s new SITE_URL', ...dryRun },
    sql({ options: { movedTo } }) {
      if (movedTo === undefined)
        return sql`select url, claimed_at, find_site_conflict(url) is not null as is_copy from site`
      const { data } = SiteUrl.safeParse(movedTo)
      if (!data) throw new InvalidArgumentError('--moved-to takes a URL such as https://portal.example.org')
      return sql`select * from move_site(${data})`
    },
    empty: 'No site uses the database yet, or it has that URL already.',
  },
  {
    name: 'after-restore',
    help: `keep a restored backup from sending messages twice
Run it before the portal uses the restored database. Until then, nothing is sent from a restored dump. Messages older than an hour are marked as failed, because the lost
database has sent them since. Before it sends newer ones, the portal asks the email provider whether it has them already.
Emails to all members that were due before now are not sent again.
Sessions that had ended are active again: sessions-end --everybody ends them.`,
    parameters: dryRun,
    sql: () => sql`select * from reconcile_after_restore()`,
    empty: 'No messages were waiting.',
  },
]

function roleCommand(role: 'editor' | 'admin', summary: string): AdminCommand {
  return {
    name: `${role}s [email...]`,
    help: `${summary}
Applies from their next request on, while they are approved. Without an address, lists them.`,
    parameters: { '--remove': 'remove them', ...dryRun },
    sql: ({ emails, options }) =>
      emails.length > 0
        ? sql`select * from set_role(${emails}, ${role}, ${!options.remove})`
        : sql`select email, full_name, approval_status from members
          where case ${role}::text when 'editor' then is_editor else is_admin end order by email`,
    empty: 'None yet.',
  }
}
