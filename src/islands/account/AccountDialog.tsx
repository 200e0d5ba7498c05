import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { hearOfViewer } from '../follow-viewer.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { AskDiscard } from './AskDiscard.tsx'
import { Calendar } from './Calendar.tsx'
import { MyData } from './MyData.tsx'
import { OPEN_ACCOUNT_EVENT, type Section, takeWish } from './open-account.ts'
import { Profile } from './Profile.tsx'
import { createQueryClient } from './queries.ts'
import { Security } from './Security.tsx'
import { setProfile } from './useProfile.ts'

/** The account over the page, from `openAccount`. It does not close over something that was typed without asking. */
export default function AccountDialog() {
  const [state, setState] = useState<State>('closed')
  const [current, setCurrent] = useState<Section>('profile')
  const [client] = useState(createQueryClient)
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => hearOfViewer((viewer) => setProfile(client, viewer)), [client])
  useEffect(() => {
    const open = () => {
      const wish = takeWish()
      if (!wish) return
      opener.current = wish.opener
      setCurrent(wish.section)
      setState('open')
    }
    open()
    addEventListener(OPEN_ACCOUNT_EVENT, open)
    return () => removeEventListener(OPEN_ACCOUNT_EVENT, open)
  }, [])

  return (
    <QueryClientProvider client={client}>
      <Dialog
        ref={popup}
        title="Account settings"
        className="sm:h-[min(44rem,100dvh-3rem)] sm:w-160"
        open={state !== 'closed'}
        opener={opener}
        onOpenChange={() => setState(hasDraft(popup.current) ? 'asking' : 'closed')}
      >
        <ErrorBoundary>
          <Sections current={current} setCurrent={setCurrent} />
        </ErrorBoundary>
        <AskDiscard
          open={state === 'asking'}
          over={popup}
          onKeep={() => setState('open')}
          onDiscard={() => setState('closed')}
        />
      </Dialog>
    </QueryClientProvider>
  )
}

function Sections({ current, setCurrent }: SectionsProps) {
  /** How often the form for another address was asked for; 0 while it is closed. */
  const [emailAsked, setEmailAsked] = useState(0)

  function changeEmail() {
    setCurrent('security')
    setEmailAsked(emailAsked + 1)
  }

  return (
    <Tabs<Section>
      label="Sections of your account"
      current={current}
      onCurrent={setCurrent}
      tabs={[
        {
          name: 'profile',
          title: 'Profile',
          panel: <Profile current={current === 'profile'} onChangeEmail={changeEmail} />,
        },
        {
          name: 'security',
          title: 'Security',
          panel: (
            <Security current={current === 'security'} emailAsked={emailAsked} onEmailAsked={setEmailAsked} />
          ),
        },
        { name: 'calendar', title: 'Calendar', panel: <Calendar current={current === 'calendar'} /> },
        { name: 'data', title: 'My data', panel: <MyData /> },
      ]}
    />
  )
}

/** Whether something was typed in here that is not what it was, or is on its way to be chosen. */
function hasDraft(element: HTMLElement | null): boolean {
  if (!element) return false
  if (element.querySelector('[data-draft]')) return true
  return [...element.querySelectorAll('input')].some(({ type, value, defaultValue }) => {
    return TYPED.has(type) && value !== defaultValue
  })
}

const TYPED = new Set(['text', 'email', 'password'])

/** Asking: whether what was typed may be lost. */
type State = 'closed' | 'open' | 'asking'

interface SectionsProps {
  current: Section
  setCurrent: (section: Section) => void
}
