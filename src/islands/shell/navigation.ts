/** What the sidebar shows: src/content/site.yaml and navigation.yaml. */
export interface Navigation {
  brand: string
  /** The programme and its season, over the groups. */
  programme: string
  copyright: string
  groups: Group[]
  channels: ExternalLink[]
  social: ExternalLink[]
}

export interface Group extends PageLink {
  icon: string
  children: PageLink[]
}

export interface ExternalLink extends Link {
  icon: string
}

export interface PageLink extends Link {
  /** When the page came, in milliseconds since 1970; null where nothing is known, or long ago. */
  at: number | null
}

interface Link {
  label: string
  href: string
}

/** The group's own page, then those below it. */
export function pagesOf(group: Group): PageLink[] {
  return [group, ...group.children]
}

/** null on a page that is in no group. */
export function groupOf(groups: readonly Group[], path: string): Group | null {
  return groups.find((group) => pagesOf(group).some(({ href }) => href === path)) ?? null
}
