import type { AudienceMark } from './audience.ts'
import type { ContentIcon } from './content-icons.ts'

/** The menu of members' pages: src/content/site.yaml and navigation.yaml. */
export interface Navigation {
  /** Programme and season, the heading of the groups. */
  programme: string
  copyright: string
  groups: Group[]
  channels: ExternalLink[]
  social: ExternalLink[]
}

export interface Group extends PageLink {
  icon: ContentIcon
  children: PageLink[]
}

export interface PageLink {
  label: string
  href: string
  audience?: AudienceMark
}

export interface ExternalLink extends PageLink {
  icon: ContentIcon
}

export function pagesOf(group: Group): PageLink[] {
  return [group, ...group.children]
}
