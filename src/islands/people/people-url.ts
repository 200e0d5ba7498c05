import { type PersonStatus, personStatuses } from '#src/shared/people/people.ts'

export type PeopleView =
  /** `skipped` people come before those of this page of the list. */
  | { kind: 'list'; status: PersonStatus; search: string; skipped: number }
  | { kind: 'person'; id: string }
  | { kind: 'invite' }
  | { kind: 'due' }
  | { kind: 'deadline'; deadlineKey: string }

export function parsePeopleView(query: string): PeopleView {
  const params = new URLSearchParams(query)
  const [id, deadlineKey] = [params.get('id'), params.get('due')]
  if (deadlineKey !== null) return deadlineKey ? { kind: 'deadline', deadlineKey } : { kind: 'due' }
  if (id !== null) return { kind: 'person', id }
  if (params.has('invite')) return { kind: 'invite' }
  return {
    kind: 'list',
    status: personStatuses.find((each) => each === params.get('status')) ?? personStatuses[0],
    search: params.get('q') ?? '',
    skipped: Number(params.get('skip')) || 0,
  }
}

/** The links are relative, so that no other page's scripts contain this page's address. */
export function listHref(query: { status: PersonStatus; q: string; skip?: number }): string {
  const nonEmpty = Object.entries(query).filter(([, value]) => value)
  return `?${new URLSearchParams(nonEmpty.map(([name, value]) => [name, String(value)]))}`
}

export function personHref({ id }: { id: string }): string {
  return `?id=${encodeURIComponent(id)}`
}

export function deadlineHref(key: string): string {
  return `?due=${encodeURIComponent(key)}`
}

export const INVITE_HREF = '?invite'
export const DUE_HREF = '?due='
