import { editDistance } from '../edit-distance.ts'
import { searchKey } from '../search-text.ts'

/** Of src/content/groups.yaml. */
export interface Group {
  name: string
  title: string
}

/**
 * The groups in a cell, by name or title, several with commas; `unknown` are those that there aren't.
 *
 * @param heading '17' below 'Cohort' is Cohort 17.
 */
export function parseGroups(cell: string, groups: readonly Group[], heading = '') {
  const typed = findGroup(cell, groups, heading) ? [cell] : cell.split(/[,;|]/).map((part) => part.trim())
  const found = typed.filter(Boolean).map((each) => findGroup(each, groups, heading) ?? each)
  return {
    names: [...new Set(found.flatMap((each) => (typeof each === 'string' ? [] : each.name)))],
    unknown: found.filter((each) => typeof each === 'string'),
  }
}

function findGroup(typed: string, groups: readonly Group[], heading: string): Group | undefined {
  const keys = heading.split(' ').flatMap((word) => [key(typed), key(word + typed), key(typed + word)])
  return groups.find(({ name, title }) => typed && (keys.includes(key(name)) || keys.includes(key(title))))
}

export function describeUnknownGroup(typed: string, groups: readonly Group[]): string {
  const distanceTo = ({ name, title }: Group) =>
    Math.min(editDistance(typed, name), editDistance(typed, title))
  const [nearest] = groups
    .filter((group) => distanceTo(group) <= Math.max(2, typed.length / 3))
    .toSorted((one, other) => distanceTo(one) - distanceTo(other))
  return `“${typed}”${nearest ? `; did you mean ${nearest.title}?` : ''}`
}

/** 'Mentors, Alumni'; the name of a group that the content doesn't have any more. */
export function groupTitles(names: readonly string[], groups: readonly Group[]): string {
  return names.map((name) => groups.find((group) => group.name === name)?.title ?? name).join(', ')
}

function key(text: string): string {
  return searchKey(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
