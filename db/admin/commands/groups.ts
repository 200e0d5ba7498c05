import { InvalidArgumentError } from 'commander'
import { describeUnknownGroup, type Group } from '../../../src/shared/people/groups.ts'
import { recorded, sql, type AdminCommand } from './command.ts'

export const groupCommands: readonly AdminCommand[] = [
  {
    name: 'groups [add|remove|move] [group] [email-or-group...]',
    help: `list groups of members, or change who is in them
groups add mentors kai@example.org adds people, groups remove mentors kai@example.org removes them, and groups move cohort-17 alumni
moves everyone of one group to another. Applies from their next page on; they get no email. If one address or group is unknown, nothing
changes. Doing it twice changes nothing. Lists what src/content/groups.yaml has, and what members have all the same.`,
    parameters: recorded,
    sql({ args: [action, group, ...others], emails, actor, groups }) {
      const known = groups()
      if (action === undefined) return listGroups(known)
      const people = emails.slice(2)
      if (group !== undefined && others[0] !== undefined) {
        if (action === 'add') return setGroups(people, knownGroup(group, known), null, actor)
        if (action === 'remove') return setGroups(people, null, group, actor)
        if (action === 'move' && others.length === 1)
          return moveGroup(group, knownGroup(others[0], known), actor)
      }
      throw new InvalidArgumentError(
        'write groups add GROUP EMAIL…, groups remove GROUP EMAIL…, or groups move GROUP GROUP',
      )
    },
    empty: 'None.',
  },
]

/** @throws Error with the nearest for a group that the content doesn't have. */
export function knownGroup(name: string, groups: readonly Group[]): string {
  if (groups.some((group) => group.name === name)) return name
  throw new Error(`There is no group ${describeUnknownGroup(name, groups)} Nothing was changed.`)
}

function listGroups(groups: readonly Group[]) {
  return sql`select coalesce(content.name, member.group_name) as group_name, content.title, count(member.user_id) as members,
      content.name is not null as is_in_content
    from unnest(${groups.map(({ name }) => name)}::text[], ${groups.map(({ title }) => title)}::text[]) with ordinality content (name, title, nth)
    full join member_groups member on member.group_name = content.name
    group by 1, 2, 4, content.nth order by content.nth, 1`
}

function setGroups(emails: string[], added: string | null, removed: string | null, actor: string) {
  return sql`select email, full_name, array_to_string(added, ', ') as added, array_to_string(removed, ', ') as removed
    from set_groups(${emails}, array_remove(array[${added}], null), array_remove(array[${removed}], null), ${actor})`
}

function moveGroup(from: string, to: string, actor: string) {
  return sql`select email, full_name, array_to_string(added, ', ') as added, array_to_string(removed, ', ') as removed
    from set_groups(array(select email from people where ${from} = any (groups) order by email), array[${to}], array[${from}], ${actor})`
}
