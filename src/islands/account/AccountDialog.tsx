import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { type ComponentType, useState } from 'react'
import type { Viewer } from '#src/shared/viewer.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { CloseButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Calendar } from './Calendar.tsx'
import { EmailPreferences } from './EmailPreferences.tsx'
import { MyData } from './MyData.tsx'
import { PendingDeletion } from './PendingDeletion.tsx'
import { type AccountSection, closeDialog } from '#src/lib/dialogs.ts'
import { Profile } from './Profile.tsx'
import { Security } from './Security.tsx'

// Mounted while it is open, so that closing it discards what was typed.
export default function AccountDialog({ section }: { section: AccountSection }) {
  const viewer = useStore($viewer)
  const close = () => closeDialog('account')
  return (
    <Dialog
      aria-labelledby="account-title"
      className="fixed inset-0 m-0 flex size-full max-h-none max-w-none flex-col bg-surface text-ink outline-none backdrop:bg-backdrop sm:mx-auto sm:mt-[min(10dvh,6rem)] sm:h-[min(46rem,86dvh)] sm:w-160 sm:max-w-[calc(100vw-3rem)] sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:shadow-float"
      onClose={close}
    >
      <header className="flex items-center justify-between px-4 pt-3 sm:px-6 sm:pt-5">
        <h2 id="account-title" className="text-subheading">
          Account settings
        </h2>
        <CloseButton onClick={close} />
      </header>
      <ErrorBoundary>
        {viewer && (
          <>
            <PendingDeletion className="px-4 pt-4 sm:px-6" />
            <Sections initialSection={section} viewer={viewer} />
          </>
        )}
      </ErrorBoundary>
    </Dialog>
  )
}

// A section mounts when it is first selected and then stays.
function Sections({ initialSection, viewer }: { initialSection: AccountSection; viewer: Viewer }) {
  const [current, setCurrent] = useState(initialSection)
  const [visited, setVisited] = useState([initialSection])
  const select = (name: AccountSection) => {
    setCurrent(name)
    setVisited([...visited, name])
  }
  return (
    <Tabs.Root value={current} onValueChange={select} className="flex min-h-0 flex-auto flex-col">
      <Tabs.List
        activateOnFocus
        aria-label="Account sections"
        className="mt-2 flex shrink-0 flex-wrap border-b border-line px-1.5 max-sm:justify-between sm:gap-x-1 sm:px-3.5"
      >
        {sections.map(({ name, title }) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="-mb-px min-h-11 border-b-2 border-transparent px-1 text-sm font-medium text-ink-soft hover:text-ink focus-visible:rounded-md focus-visible:-outline-offset-4 aria-selected:border-accent aria-selected:text-ink sm:px-2.5 forced-colors:border-[Canvas] forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-4"
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map(({ name, Content }) => (
        <Tabs.Panel
          key={name}
          value={name}
          keepMounted={visited.includes(name)}
          className="relative min-h-0 flex-auto overflow-y-auto overscroll-contain px-4 py-6 focus-visible:-outline-offset-3 sm:px-6"
        >
          <Content viewer={viewer} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

const sections: { name: AccountSection; title: string; Content: ComponentType<{ viewer: Viewer }> }[] = [
  { name: 'profile', title: 'Profile', Content: Profile },
  { name: 'security', title: 'Security', Content: Security },
  { name: 'emails', title: 'Emails', Content: EmailPreferences },
  { name: 'calendar', title: 'Calendar', Content: Calendar },
  { name: 'data', title: 'My data', Content: MyData },
]
