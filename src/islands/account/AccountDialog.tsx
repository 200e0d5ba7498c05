import * as icons from '#src/shared/icons.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useOpening } from '../ui/useFocus.ts'
import { useViewer } from '../viewer.ts'
import { Calendar } from './Calendar.tsx'
import { MyData } from './MyData.tsx'
import type { Section } from './open-account.ts'
import { Profile } from './Profile.tsx'
import { Security } from './Security.tsx'

/** The account over the page. It does not close over something that was typed without asking. */
export default function AccountDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const question = useRef<HTMLDialogElement>(null)
  // React hears no `toggle` of a dialog; this one may be open already when its script arrives.
  useEffect(() => {
    const element = dialog.current
    const follow = () => {
      setIsOpen(element?.open === true)
      if (!element?.open) delete element?.dataset.section
    }
    follow()
    element?.addEventListener('toggle', follow)
    return () => element?.removeEventListener('toggle', follow)
  }, [])

  return (
    <>
      <dialog
        ref={dialog}
        id="account"
        aria-labelledby="account-title"
        closedby="any"
        className="fixed inset-0 m-0 size-full max-h-none max-w-none flex-col bg-surface text-ink outline-none backdrop:bg-[oklch(0.2_0.02_240/0.45)] open:flex sm:m-auto sm:h-[min(44rem,100dvh-3rem)] sm:w-160 sm:max-w-[calc(100vw-3rem)] sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:shadow-float"
        onCancel={(event) => {
          // A file's own dialog that is cancelled says so here, too.
          if (event.target !== event.currentTarget || !hasDraft(event.currentTarget)) return
          event.preventDefault()
          question.current?.showModal()
        }}
      >
        <header className="flex items-center gap-2 px-4 pt-3 sm:px-6 sm:pt-5">
          <h2 id="account-title" className="mr-auto text-xl">
            Account settings
          </h2>
          <button
            type="button"
            className="-mr-2 icon-button"
            aria-label="Close"
            onClick={() => dialog.current?.requestClose()}
          >
            <Icon drawing={icons.x} className="size-5" />
          </button>
        </header>
        <ErrorBoundary>
          {isOpen ? (
            <Sections first={(dialog.current?.dataset.section ?? 'profile') as Section} />
          ) : (
            <p className="px-4 py-6 text-sm text-ink-soft sm:px-6">Loading…</p>
          )}
        </ErrorBoundary>
      </dialog>
      <dialog
        ref={question}
        role="alertdialog"
        aria-labelledby="account-question"
        className="m-auto max-w-96 rounded-card border border-line bg-surface p-6 text-ink shadow-float backdrop:bg-surface/70"
      >
        <p id="account-question" className="mb-5 text-sm font-medium">
          Close without saving what you changed?
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => question.current?.close()}>
            Keep editing
          </Button>
          <Button
            look="danger"
            onClick={() => {
              question.current?.close()
              dialog.current?.close()
            }}
          >
            Discard
          </Button>
        </div>
      </dialog>
    </>
  )
}

function Sections({ first }: { first: Section }) {
  const viewer = useViewer()
  const [current, setCurrent] = useState(first)
  const emailForm = useOpening()
  if (!viewer) return null

  function changeEmail() {
    setCurrent('security')
    emailForm.open()
  }

  const tabs = [
    {
      name: 'profile' as const,
      title: 'Profile',
      panel: <Profile viewer={viewer} isShown={current === 'profile'} onChangeEmail={changeEmail} />,
    },
    {
      name: 'security' as const,
      title: 'Security',
      panel: <Security email={viewer.email} emailForm={emailForm} />,
    },
    { name: 'calendar' as const, title: 'Calendar', panel: <Calendar /> },
    { name: 'data' as const, title: 'My data', panel: <MyData email={viewer.email} /> },
  ]
  return (
    <QueryClientProvider client={queries}>
      <Tabs label="Sections of your account" current={current} onCurrent={setCurrent} tabs={tabs} />
    </QueryClientProvider>
  )
}

/** Retries and times are its defaults (docs/product.md, Timing). People who are offline hear so at once. */
const queries = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
})

/** Whether something was typed in here that is not what it was, or is about to be chosen. */
function hasDraft(dialog: HTMLElement): boolean {
  if (dialog.querySelector('[data-draft]')) return true
  return [...dialog.querySelectorAll('input')].some(({ type, value, defaultValue }) => {
    return type !== 'file' && value.trim() !== defaultValue
  })
}
