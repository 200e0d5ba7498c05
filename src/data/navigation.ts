import type { IconNode } from 'lucide'

/** What the sidebar shows: src/content/site.yaml and navigation.yaml. */
export interface SidebarContent {
  brand: string
  /** Programme and season, the heading of the groups. */
  programme: string
  copyright: string
  groups: Group[]
  channels: ExternalLink[]
  social: ExternalLink[]
}

export interface ExternalLink {
  label: string
  href: string
  icon: IconNode
}

export interface PageLink {
  label: string
  href: string
}

export interface Group extends PageLink {
  icon: IconNode
  children: PageLink[]
}

/** The group's own page, then those below it. */
export function pagesOf(group: Group): PageLink[] {
  return [group, ...group.children]
}
