import type { ReactNode } from 'react'
import type { Navigation } from '#src/shared/navigation.ts'
import { Dialogs } from './Dialogs.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { memberLinks, type Programme } from './member-links.ts'
import { Sidebar } from './Sidebar.tsx'

/** What stands around a page of members: the sidebar, and what opens over the page. */
export default function Shell({ navigation, here, programme, home, social }: ShellProps) {
  const links = memberLinks(programme)
  return (
    <>
      <Sidebar navigation={navigation} here={here} home={home} social={social} />
      <MemberMenu links={links} />
      <Dialogs navigation={navigation} here={here} links={links} />
    </>
  )
}

interface ShellProps {
  navigation: Navigation
  here: Here
  programme: Programme
  /** HTML of the build. */
  home?: ReactNode
  social?: ReactNode
}

/** Where this page is in the navigation. */
export interface Here {
  path: string
  /** The page has no entry: the one at `path` leads to it. */
  isBelow: boolean
}
