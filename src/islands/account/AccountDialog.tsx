import { Tabs } from '@base-ui/react/tabs'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../queries.ts'
import { CloseButton } from '../ui/CloseButton.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useViewer } from '../viewer.tsx'
import { Calendar } from './Calendar.tsx'
import { Emails } from './Emails.tsx'
import { MyData, PendingDeletion } from './MyData.tsx'
import type { AccountSection } from './open-account.ts'
import { Profile } from './Profile.tsx'
import { Security } from './Security.tsx'

/** Account settings. Closing it forgets what was typed and what went wrong. */
export default function AccountDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const [section, setSection] = useState<AccountSection | null>(null)
  // A section mounts when it is first opened and then stays.
  const [seen, setSeen] = useState<AccountSection[]>([])
  if (section && !seen.includes(section)) setSeen([...seen, section])
  const viewer = useViewer()
  const dialog = useRef<HTMLDialogElement>(null)
  // It may have been opened before hydration; Safari 18 and Firefox 132 have no `toggle` event for dialogs.
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const follow = () => {
      setIsOpen(element.open)
      if (element.open) setSection((element.dataset.section ?? 'profile') as AccountSection)
      else delete element.dataset.section
    }
    follow()
    new MutationObserver(follow).observe(element, { attributeFilter: ['open'] })
  }, [])

  return (
    <dialog
      ref={dialog}
      id="account"
      aria-labelledby="account-title"
      className="fixed inset-0 m-0 size-full max-h-none max-w-none flex-col bg-surface text-ink outline-none backdrop:bg-[oklch(0.2_0.02_240/0.45)] open:flex sm:mx-auto sm:mt-[min(10dvh,6rem)] sm:h-fit sm:max-h-[min(56rem,86dvh)] sm:w-160 sm:max-w-[calc(100vw-3rem)] sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:shadow-float"
    >
      <header className="flex items-center justify-between px-4 pt-3 sm:px-6 sm:pt-5">
        <h2 id="account-title" className="text-xl">
          Account settings
        </h2>
        <CloseButton commandfor="account" />
      </header>
      <ErrorBoundary>
        {section && viewer ? (
          <QueryClientProvider client={queries}>
            {isOpen && <PendingDeletion />}
            <Tabs.Root value={section} onValueChange={setSection} className="flex min-h-0 flex-auto flex-col">
              <Tabs.List
                activateOnFocus
                aria-label="Account sections"
                className="mt-2 flex shrink-0 gap-1 border-b border-line px-1.5 sm:px-3.5"
              >
                {sections.map(([name, title]) => (
                  <Tabs.Tab
                    key={name}
                    value={name}
                    className="-mb-px min-h-11 border-b-2 border-transparent px-2.5 text-sm font-medium text-ink-soft hover:text-ink focus-visible:rounded-[6px] focus-visible:-outline-offset-4 aria-selected:border-lagoon aria-selected:text-ink forced-colors:border-[Canvas] forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-4"
                  >
                    {title}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {sections.map(([name]) => (
                <Tabs.Panel
                  key={name}
                  value={name}
                  keepMounted={seen.includes(name)}
                  className="min-h-0 flex-auto overflow-y-auto overscroll-contain px-4 py-6 focus-visible:-outline-offset-3 sm:px-6"
                >
                  {isOpen && name === 'profile' && <Profile viewer={viewer} />}
                  {isOpen && name === 'security' && <Security email={viewer.email} />}
                  {isOpen && name === 'emails' && <Emails />}
                  {isOpen && name === 'calendar' && <Calendar />}
                  {isOpen && name === 'data' && <MyData email={viewer.email} />}
                </Tabs.Panel>
              ))}
            </Tabs.Root>
          </QueryClientProvider>
        ) : (
          <p className="flex-auto px-4 py-6 text-sm text-ink-soft sm:px-6">Loading…</p>
        )}
      </ErrorBoundary>
    </dialog>
  )
}

const sections: [AccountSection, string][] = [
  ['profile', 'Profile'],
  ['security', 'Security'],
  ['emails', 'Emails'],
  ['calendar', 'Calendar'],
  ['data', 'My data'],
]
