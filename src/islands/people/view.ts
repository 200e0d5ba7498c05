import { type PersonStatus, personStatuses } from '#src/shared/people/people.ts'

/** What the page shows. Its address says which view, and each is a page load away from the others. */
export type View =
  /** `skipped`: people before the first one that is shown. */
  | { at: 'list'; status: PersonStatus; search: string; skipped: number }
  | { at: 'person'; id: string }
  | { at: 'invite' }
  | { at: 'due' }
  | { at: 'deadline'; key: string }

export function readView(query: string): View {
  const params = new URLSearchParams(query)
  const [id, key] = [params.get('id'), params.get('due')]
  if (key !== null) return key ? { at: 'deadline', key } : { at: 'due' }
  if (id !== null) return { at: 'person', id }
  if (params.has('invite')) return { at: 'invite' }
  return {
    at: 'list',
    status: personStatuses.find((each) => each === params.get('status')) ?? personStatuses[0],
    search: params.get('q') ?? '',
    skipped: Number(params.get('skip')) || 0,
  }
}

/** Links are relative, so that no script of another page has the address. */
export function linkToList(query: { status: PersonStatus; q: string; skip?: number }): string {
  const given = Object.entries(query).filter(([, value]) => value)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

export function linkToPerson({ id }: { id: string }): string {
  return `?id=${encodeURIComponent(id)}`
}

export function linkToDeadline(key: string): string {
  return `?due=${encodeURIComponent(key)}`
}

export const LINK_TO_INVITE = '?invite'
export const LINK_TO_DUE = '?due='
