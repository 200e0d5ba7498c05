import { getCollection } from 'astro:content'
import { type AudienceMark, markOf } from '#src/shared/audience.ts'
import { pages } from './pages.ts'

/** The groups of groups.yaml; none without that file. */
export const groups = (await getCollection('groups')).flatMap(({ data }) => data.groups)

const titles = new Map(groups.map(({ name, title }) => [name, title]))

/** Of what stands in something that is itself for some groups: the groups of each, from the outside in. */
export function markFor(...lists: (readonly string[] | undefined)[]): AudienceMark {
  return markOf(
    lists.filter((names) => names !== undefined),
    titles,
  )
}

/** Whom a page is for; undefined for everyone, and for a page of the portal itself. */
export function groupsOfPage(path: string | undefined): readonly string[] | undefined {
  return pages.get(path ?? '')?.for
}

/** A link that is left out with its page. @param around the groups of what it stands in. */
export function withMark<Link extends { href: string; for?: readonly string[] | undefined }>(
  { for: names, ...link }: Link,
  ...around: (readonly string[] | undefined)[]
) {
  return { ...link, audience: markFor(...around, names, groupsOfPage(link.href)) }
}
