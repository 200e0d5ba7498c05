import type { actions } from 'astro:actions'
import { isFor } from '#src/shared/audience.ts'
import { formatStart } from '#src/shared/events/event-time.ts'
import { displayName } from './person.ts'

/**
 * A row for each member who has to do it, by name; as at home, nobody missed what was due before they joined. A member's own tick or
 * form comes before their company's.
 */
export function deadlineRows(
  { people, done }: DueData,
  { event, day, audience, start }: Deadline,
): DeadlineRow[] {
  const completions = done.filter((each) => each.event === event && each.day === day)
  const fromCompany = completions.filter(({ source }) => source === 'company')
  const own = completions.filter(({ source }) => source !== 'company')
  // The last entry of a member counts.
  const byUserId = new Map([...fromCompany, ...own].map((completion) => [completion.userId, completion]))
  return people
    .filter(({ groups }) => isFor(audience, groups))
    .map((person) => ({ person, completion: byUserId.get(person.id) ?? null }))
    .filter(({ person: { memberSince }, completion }) => completion ?? !(memberSince && memberSince > start))
}

export function formatDueTime({ start, offset, zone }: Pick<Deadline, 'start' | 'offset' | 'zone'>): string {
  const time = start.getTime()
  return `${time < Date.now() ? 'Was due' : 'Due'} ${formatStart(time, offset, zone)}`
}

export function formatCount(
  rows: readonly Pick<DeadlineRow, 'completion'>[],
  { start }: Pick<Deadline, 'start'>,
): string {
  if (rows.length === 0) return start.getTime() < Date.now() ? 'Nobody had to' : 'Nobody has to yet'
  return `${rows.filter(({ completion }) => completion).length} of ${rows.length}`
}

export function formatCompletion(
  completion: DeadlineRow['completion'],
  { start }: Pick<Deadline, 'start'>,
): { text: string; isMissed: boolean } {
  if (completion) {
    const { reportedAt, source } = completion
    return { text: `${shortDateTime.format(reportedAt)} · ${sourceLabel[source]}`, isMissed: false }
  }
  return { text: 'Not yet', isMissed: start.getTime() < Date.now() }
}

export function sortRows(rows: readonly DeadlineRow[], sortKey: SortKey): DeadlineRow[] {
  if (sortKey === 'name')
    return rows.toSorted((a, b) => displayName(a.person).localeCompare(displayName(b.person)))
  const completedAt = ({ completion }: DeadlineRow) => completion?.reportedAt.getTime() ?? Infinity
  // Infinity less Infinity isn't a number.
  return rows.toSorted((a, b) => (completedAt(a) === completedAt(b) ? 0 : completedAt(b) - completedAt(a)))
}

const shortDateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const sourceLabel = { member: 'ticked', form: 'form', company: 'their company' } as const

export type DueData = Awaited<ReturnType<typeof actions.due.read.orThrow>>
export type Deadline = DueData['starts'][number]
export type SortKey = 'name' | 'done'
export interface DeadlineRow {
  person: DueData['people'][number]
  completion: DueData['done'][number] | null
}
