import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import type { Navigation } from '#src/shared/navigation.ts'
import { $dialog, type AccountSection, closeDialog, closeMenus } from '#src/lib/dialogs.ts'
import { showAlert } from '#src/ui/toasts.ts'
import { Palette } from '#src/islands/search/Palette.tsx'
import type { MemberLink } from './member-links.ts'
import { QuickMenu } from './QuickMenu.tsx'
import type { ActivePage } from './NavGroup.tsx'
import { useShortcuts } from './useShortcuts.ts'

// A dialog is rendered when it is opened, so that closed ones aren't in the page.
export function Dialogs({ navigation, activePage, links }: DialogsProps) {
  // Another island may have opened one before this one is hydrated.
  const dialog = useStore($dialog, { ssr: 'initial' })
  useShortcuts()
  useCloseMenus()
  return (
    <>
      {dialog?.name === 'quick-menu' && <QuickMenu navigation={navigation} activePage={activePage} />}
      {dialog?.name === 'search' && <Palette initialQuery={dialog.query} links={links} />}
      {dialog?.name === 'account' && (
        <Suspense>
          <AccountDialog section={dialog.section} />
        </Suspense>
      )}
    </>
  )
}

interface DialogsProps {
  navigation: Navigation
  activePage: ActivePage
  links: readonly MemberLink[]
}

// Loaded when it is opened. After a deploy its file may be gone: then the page offers to reload.
const AccountDialog = lazy<ComponentType<{ section: AccountSection }>>(() =>
  import('#src/islands/account/AccountDialog.tsx').catch(() => ({ default: AccountLoadError })),
)

function AccountLoadError() {
  useEffect(() => {
    showAlert()
    closeDialog('account')
  }, [])
  return null
}

// Closes the menus when the screen's size changes, and before the browser keeps the page for its Back button.
function useCloseMenus(): void {
  useEffect(() => {
    const isLarge = matchMedia('(width >= 64rem)')
    const close = () => {
      closeDialog('quick-menu')
      closeMenus()
    }
    isLarge.addEventListener('change', close)
    addEventListener('pagehide', close)
    return () => {
      isLarge.removeEventListener('change', close)
      removeEventListener('pagehide', close)
    }
  }, [])
}
