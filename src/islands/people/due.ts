import type { actions } from 'astro:actions'
import { formatStart } from '#src/shared/events/event-time.ts'
import { nameOf } from './person.ts'

/** A row for each member, by name. A member's own tick or form comes before their company's. */
export function rowsOf({ people, done }: Due, { event, day }: Start): DueRow[] {
  const ofStart = done.filter((each) => each.event === event && each.day === day)
  const byCompany = new Map(ofStart.filter(({ by }) => by === 'company').map((each) => [each.userId, each]))
  const own = new Map(ofStart.filter(({ by }) => by !== 'company').map((each) => [each.userId, each]))
  return people.map((person) => ({ person, done: own.get(person.id) ?? byCompany.get(person.id) ?? null }))
}

/** 'Due Friday, June 6, 11:00 PM · 5:00 PM in Honolulu'. */
export function formatDue({ start, offset, zone }: Pick<Start, 'start' | 'offset' | 'zone'>): string {
  const time = start.getTime()
  return `${time < Date.now() ? 'Was due' : 'Due'} ${formatStart(time, offset, zone)}`
}

export function formatDone(done: DueRow['done']): string {
  return done ? `${inShort.format(done.at)} · ${sourceLabel[done.by]}` : 'Not yet'
}

/** Sorts a copy: by name, or those who haven't first and then the latest. */
export function sorted(rows: readonly DueRow[], by: SortKey): DueRow[] {
  if (by === 'name')
    return rows.toSorted((one, other) => nameOf(one.person).localeCompare(nameOf(other.person)))
  const at = ({ done }: DueRow) => done?.at.getTime() ?? Infinity
  return rows.toSorted((one, other) => (at(one) === at(other) ? 0 : at(other) - at(one)))
}

const inShort = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const sourceLabel = { member: 'ticked', form: 'form', company: 'their company' } as const

export type Due = Awaited<ReturnType<typeof actions.due.read.orThrow>>
export type Start = Due['starts'][number]
export type SortKey = 'name' | 'done'
export interface DueRow {
  person: Due['people'][number]
  done: Due['done'][number] | null
}
