import { type ReactNode, useEffect } from 'react'
import { accountSections, openDialog } from '#src/lib/dialogs.ts'
import { hasUnsentProgress } from '#src/lib/progress.ts'
import { reloadWhenSessionEnds } from '#src/lib/session.ts'
import { requireViewer } from '#src/lib/viewer.ts'
import { ACCOUNT_HASH } from '#src/shared/paths.ts'
import type { Navigation } from '#src/shared/navigation.ts'
import { Dialogs } from './Dialogs.tsx'
import type { ActivePage } from './NavGroup.tsx'
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

function startMemberPage(): void {
  reloadWhenSessionEnds()
  const section = accountSections.find((name) => location.hash === ACCOUNT_HASH + name)
  if (section) openDialog({ name: 'account', section })
  // The previous page may have had no time or no network to save progress.
  if (hasUnsentProgress(requireViewer().id))
    void import('#src/lib/progress-store.ts').then(({ flush }) => flush()).catch(() => undefined)
  // The browser checks for a new service worker once a day, not with each page.
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' }).catch(() => undefined)
}

interface ShellProps {
  navigation: Navigation
  activePage: ActivePage
  programme: ProgrammeLinks
  home?: ReactNode
  social?: ReactNode
}
