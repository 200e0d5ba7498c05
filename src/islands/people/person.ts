import { queryOptions } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { personNotice } from '#src/shared/people/notices.ts'
import type { PersonAction, PersonStatus } from '#src/shared/people/people.ts'
import { problemOf } from '../form/problem.ts'
import { showToast } from '../notices.ts'
import { queries } from '../queries.ts'
import { timeAgo } from '../ui/time-ago.ts'

export function listOptions(
  form: Omit<Parameters<typeof actions.people.list.orThrow>[0], 'skipped'> & { skipped?: number },
) {
  const whole = { skipped: 0, ...form }
  return queryOptions({
    queryKey: ['people', whole],
    queryFn: () => actions.people.list.orThrow(whole),
  })
}

export function personOptions(form: Parameters<typeof actions.people.read.orThrow>[0]) {
  return queryOptions({
    queryKey: ['people', form],
    queryFn: () => actions.people.read.orThrow(form),
    retry: false,
  })
}

/**
 * Does this to people of one status, and shows what is true then.
 *
 * @returns how many it was done to: others are no longer as they were seen.
 */
export async function actOn(people: Seen[], action: PersonAction, more: Proof = {}): Promise<number> {
  const { status } = people[0] ?? {}
  if (!status) return 0
  try {
    const changed = await actions.people.act.orThrow({
      action,
      ids: people.map(({ id }) => id),
      status,
      ...more,
    })
    showToast('success', personNotice(action, changed, people.length))
    return changed
  } catch (error) {
    const { code, text } = problemOf(error, 'unexpected')
    if (code !== 'CONFLICT') throw error
    // The button that was pressed may be gone with what is true now.
    showToast('error', text ?? '')
    return 0
  } finally {
    await queries.invalidateQueries({ queryKey: ['people'] })
  }
}

/** Relative, so that no script of another page has the address. */
export function linkTo({ id }: { id: string }): string {
  return `?id=${encodeURIComponent(id)}`
}

export function nameOf({ fullName, email }: Pick<Person, 'fullName' | 'email'>): string {
  return fullName ?? email
}

/** 'Last seen 2 hours ago · 12 of 35 videos watched' */
export function factsOf(person: Person, videos: number): string {
  const { status, signedUpAt, emailConfirmed, invitedAt, invitedBy, invitation, decidedAt, decidedBy } =
    person
  const facts = {
    pending: () => [
      `Signed up ${timeAgo(signedUpAt)}`,
      `Email ${emailConfirmed ? 'confirmed' : 'not confirmed'}`,
    ],
    invited: () => [
      invitedAt && `Invited ${timeAgo(invitedAt)} by ${invitedBy}`,
      invitation === 'link expired' && 'Link expired',
    ],
    approved: () => [
      person.lastSeenAt ? `Last seen ${timeAgo(person.lastSeenAt)}` : 'Not signed in',
      `${person.watched} of ${videos} videos watched`,
      person.isAdmin && 'Administrator',
      person.isEditor && 'Editor',
    ],
    denied: () => [decidedAt && `Denied ${timeAgo(decidedAt)} by ${decidedBy}`],
  }[status]()
  return facts.filter(Boolean).join(' · ')
}

/** What needs attention; '' for nothing. */
export function warningsOf({ failedMessages, deletedAt }: Person): string {
  const failed =
    failedMessages > 0 && `${failedMessages} ${failedMessages === 1 ? 'message' : 'messages'} failed`
  const deleted =
    deletedAt &&
    `Will be deleted on ${deletedAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}`
  return [failed, deleted].filter(Boolean).join(' · ')
}

export type Person = Awaited<ReturnType<typeof actions.people.list.orThrow>>['people'][number]
export type PersonWithRecord = Awaited<ReturnType<typeof actions.people.read.orThrow>>
interface Seen {
  id: string
  status: PersonStatus
}

interface Proof {
  reason?: string
  currentPassword?: string
}

/** Progress is shown in this cohort, which has so many videos. */
export interface Programme {
  cohort: string
  videos: number
}
