import { type ReactNode, useEffect } from 'react'
import type { Navigation } from '#src/shared/navigation.ts'
import { startMemberPage } from '#src/lib/member-page.ts'
import { Dialogs } from './Dialogs.tsx'
import type { ActivePage } from './active-page.ts'
import { MemberMenu } from './MemberMenu.tsx'
import { memberLinks, type ProgrammeLinks } from './member-links.ts'
import { Sidebar } from './Sidebar.tsx'

export default function Shell({ navigation, activePage, programme, home, social }: ShellProps) {
  const links = memberLinks(programme)
  useEffect(startMemberPage, [])
  return (
    <>
      <Sidebar navigation={navigation} activePage={activePage} home={home} social={social} />
      <MemberMenu links={links} />
      <Dialogs navigation={navigation} activePage={activePage} links={links} />
    </>
  )
}

interface ShellProps {
  navigation: Navigation
  activePage: ActivePage
  programme: ProgrammeLinks
  home?: ReactNode
  social?: ReactNode
}
