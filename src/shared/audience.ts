/** Who something is for (docs/product.md, Groups): members in one group of each list. Without lists, every approved member. */
export type Audience = readonly (readonly string[])[]

/** Of content with `for`. */
export function audienceOf({ for: names }: { for?: readonly string[] | undefined }): Audience {
  return names ? [names] : []
}

export function isFor(audience: Audience, groups: readonly string[]): boolean {
  return audience.every((names) => names.some((name) => groups.includes(name)))
}

/**
 * In a built file, until the gate fills it in: a mark such as `[[for:mentors|Mentors]]`. In a browser: whom it is for, in words, for
 * staff, and '' for other members. undefined for what everyone gets. In JSON and in an island's props, it is the field `audience` of
 * what the gate leaves out.
 */
export type AudienceMark = string | undefined

const OPEN = '[[for:'
export const CLOSE_MARK = '[[/for]]'

/** @param titles of the groups, by which staff read whom it is for: 'Mentors, Alumni'. */
export function markOf(audience: Audience, titles?: ReadonlyMap<string, string>): AudienceMark {
  if (audience.length === 0) return undefined
  const labels = titles
    ? audience.map((names) => names.map((name) => titles.get(name) ?? name).join(', '))
    : []
  const groups = audience.map((names) => names.join()).join('+')
  return `${OPEN}${groups}|${[...new Set(labels)].join(' · ')}]]`
}

/** HTML, or a line of a calendar, that the gate leaves out for others. */
export function partOf(mark: AudienceMark, text: string): string {
  return mark ? `${mark}${text}${CLOSE_MARK}` : text
}

/** Whether the gate hasn't filled it in: pages are rendered with marks, for all members at once. */
export function isMark(text: AudienceMark): text is string {
  return text !== undefined && text.startsWith(OPEN) && text.indexOf(']]') === text.length - 2
}

/** Whom a mark is for, and that in words. */
export function readMark(mark: string): { audience: string; label: string } {
  const [audience = '', label = ''] = mark.slice(OPEN.length, -2).split('|')
  return { audience, label: `For ${label}` }
}

/** For a whole file, anywhere in it. */
export function fileMarkOf(mark: AudienceMark): string {
  return mark?.replace(OPEN, '[[file-for:') ?? ''
}

/** Of what only staff get. No group has this name. */
export const STAFF_MARK = `${OPEN}-|]]`

/** In place of a group, for staff who see the portal as members do. */
export const VIEWING = '--'

/** Of what only staff get, also in the view of a group. */
export const VIEWING_MARK = `${OPEN}${VIEWING}|]]`

/** Where staff read whom something is for; empty for other members. */
export function labelMarkOf(mark: string): string {
  return partOf(STAFF_MARK, readMark(mark).label)
}

/** The query of a page by which staff choose to see the portal as a group's members do; empty to end that. */
export const VIEW_AS_PARAMETER = 'view-as'

/** Parts without parts of their own: whom each is for, and what it has. */
export const INNERMOST_PARTS = /\[\[for:([a-z0-9,+-]+)\|[^[\]|]*\]\]((?:(?!\[\[\/?for).)*)\[\[\/for\]\]/gs

export const FILE_MARKS = /\[\[file-for:([a-z0-9,+-]+)\|.*?\]\]/g

export function readAudience(written: string): Audience {
  return written.split('+').map((names) => names.split(','))
}
