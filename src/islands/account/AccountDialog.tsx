import * as icons from '#src/shared/icons.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useViewer } from '../viewer.ts'
import { Calendar } from './Calendar.tsx'
import { MyData } from './MyData.tsx'
import type { Section } from './open-account.ts'
import { Profile } from './Profile.tsx'
import { Security } from './Security.tsx'

/** The account over the page. A draft of the name or picture is still there when it is opened again; no password is. */
export default function AccountDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const [section, setSection] = useState<Section | null>(null)
  const viewer = useViewer()
  const dialog = useRef<HTMLDialogElement>(null)
  // React has no `onToggle` for dialogs, and this one may have been opened before hydration.
  useEffect(() => {
    const element = dialog.current
    const follow = () => {
      setIsOpen(element?.open === true)
      if (element?.open) setSection((element.dataset.section ?? 'profile') as Section)
      else delete element?.dataset.section
    }
    follow()
    element?.addEventListener('toggle', follow)
    return () => element?.removeEventListener('toggle', follow)
  }, [])

  return (
    <dialog
      ref={dialog}
      id="account"
      aria-labelledby="account-title"
      closedby="any"
      className="fixed inset-0 m-0 size-full max-h-none max-w-none flex-col bg-surface text-ink outline-none backdrop:bg-[oklch(0.2_0.02_240/0.45)] open:flex sm:m-auto sm:h-[min(44rem,100dvh-3rem)] sm:w-160 sm:max-w-[calc(100vw-3rem)] sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:shadow-float"
    >
      <header className="flex items-center gap-2 px-4 pt-3 sm:px-6 sm:pt-5">
        <h2 id="account-title" className="mr-auto text-xl">
          Account settings
        </h2>
        <button
          type="button"
          className="-mr-2 icon-button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon drawing={icons.x} className="size-5" />
        </button>
      </header>
      <ErrorBoundary>
        {section && viewer ? (
          <QueryClientProvider client={queries}>
            <Tabs
              label="Sections of your account"
              current={section}
              onCurrent={setSection}
              tabs={[
                {
                  name: 'profile',
                  title: 'Profile',
                  panel: (
                    <Profile viewer={viewer} isOpen={isOpen} isShown={isOpen && section === 'profile'} />
                  ),
                },
                // These are there only while the dialog is open.
                { name: 'security', title: 'Security', panel: isOpen && <Security email={viewer.email} /> },
                { name: 'calendar', title: 'Calendar', panel: isOpen && <Calendar /> },
                { name: 'data', title: 'My data', panel: isOpen && <MyData email={viewer.email} /> },
              ]}
            />
          </QueryClientProvider>
        ) : (
          <p className="px-4 py-6 text-sm text-ink-soft sm:px-6">Loading…</p>
        )}
      </ErrorBoundary>
    </dialog>
  )
}

/** Retries and times are the defaults (docs/product.md, Timing); offline it fails at once. */
const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
