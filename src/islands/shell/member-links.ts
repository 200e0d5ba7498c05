import * as icons from 'lucide'
import { DIRECTORY_PATH } from '#src/shared/paths.ts'

export function memberLinks({ hasDirectory, peoplePath, contact }: ProgrammeLinks): MemberLink[] {
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
  return [...(hasDirectory ? [directory] : []), ...(peoplePath ? [people] : []), team]
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
}
