import { type PersonSort, personSorts, type PersonStatus, personStatuses } from '#src/shared/people/people.ts'

export interface PeopleFilter {
  search: string
  role: string
  group: string
  sort: PersonSort
}

export type PeopleView =
  /** `skipped` people come before those of this page of the list. */
  | ({ kind: 'list'; status: PersonStatus; skipped: number } & PeopleFilter)
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
    role: params.get('role') ?? '',
    group: params.get('group') ?? '',
    sort: personSorts.find((each) => each === params.get('sort')) ?? personSorts[0],
    skipped: Number(params.get('skip')) || 0,
  }
}

/** The links are relative, so that no other page's scripts contain this page's address. */
export function listHref(
  status: PersonStatus,
  { search, role, group, sort }: PeopleFilter,
  skip = 0,
): string {
  const query = {
    status,
    q: search,
    role,
    group,
    sort: sort === personSorts[0] ? '' : sort,
    skip: skip || '',
  }
  const nonEmpty = Object.entries(query).filter(([, value]) => value)
  return `?${new URLSearchParams(nonEmpty.map(([name, value]) => [name, String(value)]))}`
}

export function hasFilter({ search, role, group }: PeopleFilter): boolean {
  return search !== '' || role !== '' || group !== ''
}

export const NO_FILTER: PeopleFilter = { search: '', role: '', group: '', sort: personSorts[0] }

export function personHref({ id }: { id: string }): string {
  return `?id=${encodeURIComponent(id)}`
}

export function deadlineHref(key: string): string {
  return `?due=${encodeURIComponent(key)}`
}

export const INVITE_HREF = '?invite'
export const DUE_HREF = '?due='
