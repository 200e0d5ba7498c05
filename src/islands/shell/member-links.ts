import * as icons from 'lucide'
import { type AudienceMark, VIEW_AS_PARAMETER } from '#src/shared/audience.ts'
import { DIRECTORY_PATH } from '#src/shared/paths.ts'

export function memberLinks({ hasDirectory, peoplePath, contact, groups }: ProgrammeLinks): MemberLink[] {
  const directory: MemberLink = {
    title: 'Members’ directory',
    also: 'members, directory, founders, who is who, contact',
    href: DIRECTORY_PATH,
    icon: icons.Contact,
  }
  const people: MemberLink = {
    title: 'Manage people',
    also: 'review sign-ups, approve, deny, invite, waiting, members',
    href: peoplePath,
    icon: icons.UsersRound,
  }
  const team: MemberLink = {
    title: 'Contact the team',
    also: 'help, support, how this works',
    href: `mailto:${contact}`,
    icon: icons.Mail,
  }
  const views = groups.map(({ name, title }) => ({
    title: `View as ${title}`,
    also: 'preview, group, audience, see what they see',
    href: `?${VIEW_AS_PARAMETER}=${name}`,
    icon: icons.Eye,
  }))
  return [...(hasDirectory ? [directory] : []), ...(peoplePath ? [people] : []), ...views, team]
}

export interface MemberLink {
  title: string
  also: string
  href: string
  icon: icons.IconNode
}

export interface ProgrammeLinks {
  hasDirectory: boolean
  /** Empty for members who aren't administrators: no script may contain this path. */
  peoplePath: string
  contact: string
  /** Of which staff can see the portal as members do; none for others. */
  groups: readonly { name: string; title: string; audience?: AudienceMark }[]
}
