import * as Dialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { holdPage } from '../ui/hold-page.ts'
import { AskDiscard } from './AskDiscard.tsx'
import { hasDraft } from './draft.ts'
import { Sections } from './Sections.tsx'

/**
 * The account over the page: the whole screen of a phone, a card on anything larger. It does not close over something
 * that was typed without asking.
 */
export function AccountDialog({ open, opener, onOpenChange }: Props) {
  const [asking, setAsking] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => (open ? holdPage() : undefined), [open])

  function close() {
    setAsking(false)
    onOpenChange(false)
  }

  function change(wanted: boolean) {
    if (wanted) return
    if (asking) setAsking(false)
    else if (content.current && hasDraft(content.current)) setAsking(true)
    else close()
  }

  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        {/* Radix's own backdrop would add styles that no policy can know beforehand; the page is held all the same. */}
        <div className="account-backdrop" data-state={open ? 'open' : 'closed'} />
        <Dialog.Content
          ref={content}
          className="account"
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener?.focus()
          }}
          onInteractOutside={(event) => {
            if (isNotice(event.target)) event.preventDefault()
          }}
        >
          <div inert={asking} className="flex min-h-0 flex-1 flex-col">
            <header className="flex items-center gap-2 px-4 pt-3 sm:px-6 sm:pt-5">
              <Dialog.Title className="mr-auto text-xl">Account settings</Dialog.Title>
              <Dialog.Close className="-mr-2 icon-button" aria-label="Close">
                <X size={20} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </header>
            <ErrorBoundary>
              <Sections />
            </ErrorBoundary>
          </div>
          {asking && <AskDiscard onKeep={() => setAsking(false)} onDiscard={close} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Somebody who puts a notice away does not mean the dialog. */
function isNotice(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}

interface Props {
  open: boolean
  opener: HTMLElement | null
  onOpenChange: (open: boolean) => void
}
