import { actions } from 'astro:actions'
import { type Group, groupTitles } from '#src/shared/people/groups.ts'
import { isChanged, type PersonAction, personNotice } from '#src/shared/people/notices.ts'
import type { PersonStatus } from '#src/shared/people/people.ts'
import { flash, showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'

/**
 * Runs the action unless somebody's status has changed, shows a toast, and refetches.
 *
 * @param redirectTo where to go, with the toast, when their accounts are gone.
 */
export async function runPersonAction(
  people: readonly NamedPerson[],
  action: PersonAction,
  input: ActionInput = {},
  redirectTo?: string,
) {
  const peopleWithStatus = people.map(({ id, status }) => ({ id, status }))
  const outcomes = await actions.people.act
    .orThrow({ action, people: peopleWithStatus, ...input })
    .catch((error: unknown) => {
      // Perhaps only the response was lost.
      void queryClient.invalidateQueries({ queryKey: ['people'] })
      throw error
    })
  const outcomeCodes = outcomes.map(({ outcome }) => outcome)
  // In any order, the first is the same person's, so that the toast replaces an earlier one about them.
  const [firstChanged] = outcomes.flatMap(({ id, outcome }) => (isChanged(outcome) ? [id] : [])).sort()
  const notice = [
    firstChanged === undefined ? 'error' : 'success',
    personNotice(action, outcomeCodes, people.map(displayName)),
    firstChanged,
  ] as const
  if (redirectTo && outcomeCodes.every((code) => code === 'revoked')) {
    flash(...notice)
    location.assign(redirectTo)
  } else {
    showToast(...notice)
    await queryClient.invalidateQueries({ queryKey: ['people'] })
  }
  return outcomes
}

export function displayName({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName ?? email
}

export function personColumns(person: Person, groups: readonly Group[]) {
  const invitedBy = { label: 'By', value: person.invitedBy }
  const company = { label: 'Company', value: person.company }
  const role = { label: 'Role', value: person.role }
  const theirGroups =
    groups.length > 0 ? [{ label: 'Groups', value: groupTitles(person.groups, groups) || null }] : []
  const columns = {
    pending: () => [
      { label: 'Signed up', value: timeAgo(person.signedUpAt) },
      { label: 'Email', value: person.emailConfirmed ? 'confirmed' : 'not confirmed' },
      ...theirGroups,
    ],
    invited: () => [
      { label: 'Invited', value: person.invitedAt && timeAgo(person.invitedAt) },
      invitedBy,
      company,
      role,
      ...theirGroups,
      { label: 'Link', value: person.invitation === 'link expired' ? 'expired' : 'open' },
    ],
    approved: () => [
      { label: 'Last seen', value: formatLastSeen(person) },
      { label: 'Videos', value: `${person.watched} of ${person.videos}` },
      company,
      role,
      ...theirGroups,
      { label: 'Access', value: formatAccess(person) },
    ],
    denied: () => [
      { label: 'Denied', value: person.decidedAt && timeAgo(person.decidedAt) },
      { label: 'By', value: person.decidedBy },
    ],
  }
  return columns[person.status]()
}

/** In one line, where there are no columns. */
export function formatColumns(person: Person, groups: readonly Group[]): string {
  return personColumns(person, groups)
    .filter(({ value }) => value !== null)
    .map(({ label, value }) => (SELF_EVIDENT.includes(label) ? value : `${label} ${value}`))
    .join(' · ')
}

const SELF_EVIDENT = ['Company', 'Role', 'Groups', 'Access']

function formatLastSeen({ lastSeenAt, hasSignedIn }: Person): string {
  if (lastSeenAt) return timeAgo(lastSeenAt)
  return hasSignedIn ? 'signed out' : 'not yet'
}

function formatAccess({ isAdmin, isEditor }: Person): string | null {
  return [isAdmin && 'Administrator', isEditor && 'Editor'].filter(Boolean).join(', ') || null
}

export function formatWarnings({ bounce, bouncedAt, failedMessages, deletedAt, deletedBy }: Person): string {
  const bounceWarning =
    bounce && bouncedAt && `${bounceText[bounce] ?? 'Email bounced'} ${timeAgo(bouncedAt)}`
  const failureWarning =
    failedMessages > 0 && `${failedMessages} ${failedMessages === 1 ? 'message' : 'messages'} failed`
  const deletionWarning =
    deletedAt &&
    `Will be deleted on ${deletedAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}, as ${deletedBy} asked`
  return [bounceWarning, failureWarning, deletionWarning].filter(Boolean).join(' · ')
}

const bounceText: Readonly<Record<string, string | undefined>> = {
  SpamComplaint: 'Marked an email as spam',
  ManualSuppression: 'Email suppressed in Postmark',
}

export const statusLabels: Record<PersonStatus, string> = {
  pending: 'Waiting',
  invited: 'Invited',
  approved: 'Members',
  denied: 'Denied',
}

/** What the content says. */
export interface Programme {
  roles: readonly string[]
  groups: readonly Group[]
  /** Whether the portal has `/edit`. */
  hasEditor: boolean
}

export type PeoplePage = Awaited<ReturnType<typeof actions.people.list.orThrow>>
export type Person = PeoplePage['people'][number]
export type PersonDetails = Awaited<ReturnType<typeof actions.people.read.orThrow>>
export type NamedPerson = Pick<Person, 'id' | 'status' | 'fullName' | 'email'>

interface ActionInput {
  reason?: string
  currentPassword?: string | undefined
}
