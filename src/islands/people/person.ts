import { actions } from 'astro:actions'
import { isChanged, type PersonAction, personNotice } from '#src/shared/people/notices.ts'
import type { PersonStatus } from '#src/shared/people/people.ts'
import { flash, showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'

/**
 * Runs the action unless somebody's status has changed, shows a toast, and refetches.
 *
 * @param leaveTo where to go, with the toast, when their accounts are gone.
 */
export async function actOn(
  people: readonly PersonRef[],
  action: PersonAction,
  more: Proof = {},
  leaveTo?: string,
) {
  const seen = people.map(({ id, status }) => ({ id, status }))
  const outcomes = await actions.people.act
    .orThrow({ action, people: seen, ...more })
    .catch((error: unknown) => {
      // It may be done all the same: perhaps only the answer was lost.
      void queryClient.invalidateQueries({ queryKey: ['people'] })
      throw error
    })
  const codes = outcomes.map(({ outcome }) => outcome)
  const changed = outcomes.find(({ outcome }) => isChanged(outcome))
  // In place of what was done to them before, which isn't true any more.
  const notice = [changed ? 'success' : 'error', personNotice(action, codes), changed?.id] as const
  if (leaveTo && codes.every((code) => code === 'revoked')) {
    flash(...notice)
    location.assign(leaveTo)
  } else {
    showToast(...notice)
    await queryClient.invalidateQueries({ queryKey: ['people'] })
  }
  return outcomes
}

/** Those who were changed, with their new status. */
export function changedBy(outcomes: Outcomes): PersonRef[] {
  return outcomes.flatMap(({ id, outcome, status }) => (isChanged(outcome) && status ? [{ id, status }] : []))
}

export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName ?? email
}

/** The columns of a person's list. */
export function factsOf(person: Person) {
  const by = { label: 'By', value: person.invitedBy }
  const company = { label: 'Company', value: person.company }
  const facts = {
    pending: () => [
      { label: 'Signed up', value: timeAgo(person.signedUpAt) },
      { label: 'Email', value: person.emailConfirmed ? 'confirmed' : 'not confirmed' },
    ],
    invited: () => [
      { label: 'Invited', value: person.invitedAt && timeAgo(person.invitedAt) },
      by,
      company,
      { label: 'Link', value: person.invitation === 'link expired' ? 'expired' : 'open' },
    ],
    approved: () => [
      { label: 'Last seen', value: person.lastSeenAt ? timeAgo(person.lastSeenAt) : 'never' },
      { label: 'Videos', value: `${person.watched} of ${person.videos}` },
      company,
      { label: 'Role', value: roleOf(person) },
    ],
    denied: () => [
      { label: 'Denied', value: person.decidedAt && timeAgo(person.decidedAt) },
      { ...by, value: person.decidedBy },
    ],
  }
  return facts[person.status]()
}

function roleOf({ role, isAdmin, isEditor }: Person): string {
  return [role, isAdmin && 'Administrator', isEditor && 'Editor'].filter(Boolean).join(', ') || 'Member'
}

/** What needs attention; '' for nothing. */
export function warningsOf({ bounce, bouncedAt, failedMessages, deletedAt, deletedBy }: Person): string {
  const bounced = bounce && bouncedAt && `${bounceText[bounce] ?? 'Email bounced'} ${timeAgo(bouncedAt)}`
  const failed =
    failedMessages > 0 && `${failedMessages} ${failedMessages === 1 ? 'message' : 'messages'} failed`
  const deleted =
    deletedAt &&
    `Will be deleted on ${deletedAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}, as ${deletedBy} asked`
  return [bounced, failed, deleted].filter(Boolean).join(' · ')
}

/** By Postmark's type; otherwise it bounced. */
const bounceText: Readonly<Record<string, string | undefined>> = {
  SpamComplaint: 'Marked an email as spam',
  ManualSuppression: 'Email suppressed in Postmark',
}

/** The names of the lists. */
export const statusTitles: Record<PersonStatus, string> = {
  pending: 'Waiting',
  invited: 'Invited',
  approved: 'Members',
  denied: 'Denied',
}

export type PeoplePage = Awaited<ReturnType<typeof actions.people.list.orThrow>>
export type Person = PeoplePage['people'][number]
export type PersonWithRecord = Awaited<ReturnType<typeof actions.people.read.orThrow>>
export type PersonRef = Pick<Person, 'id' | 'status'>

type Outcomes = Awaited<ReturnType<typeof actions.people.act.orThrow>>

interface Proof {
  reason?: string
  currentPassword?: string
}
