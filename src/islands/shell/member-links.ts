import * as icons from 'lucide'
import { DIRECTORY_PATH } from '#src/shared/paths.ts'

/** What the member's menu leads to. The search finds it by other words, too. */
export function memberLinks({ hasDirectory, peoplePath, contact }: ProgrammeLinks): MemberLink[] {
  const directory: MemberLink = {
    title: 'Members',
    also: 'directory, founders, who is who, contact',
    href: DIRECTORY_PATH,
    icon: icons.Contact,
  }
  const people: MemberLink = {
    title: 'People',
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
  /** Of the page for administrators; empty for others, because no script names it. */
  peoplePath: string
  /** The address for questions. */
  contact: string
}
