import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type RefObject, useRef } from 'react'
import { Button } from '../ui/Button.tsx'

/** Asked once somebody closes the dialog over something they typed. */
export function AskDiscard({ open, over, onKeep, onDiscard }: Props) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={onKeep}>
      <AlertDialog.Portal container={over}>
        <div className="absolute inset-0 z-10 flex flex-col justify-center bg-surface/70 max-sm:px-4 sm:justify-end">
          <AlertDialog.Popup
            initialFocus={keep}
            className="flex flex-wrap items-center justify-end gap-3 border-line bg-surface p-4 shadow-float outline-none max-sm:rounded-card max-sm:border sm:border-t sm:px-6"
          >
            <AlertDialog.Title className="mr-auto font-sans text-sm font-medium tracking-normal max-sm:basis-full max-sm:pb-1">
              Close without saving what you changed?
            </AlertDialog.Title>
            <Button look="danger" onClick={onDiscard}>
              Discard
            </Button>
            <Button ref={keep} look="quiet" onClick={onKeep}>
              Keep editing
            </Button>
          </AlertDialog.Popup>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface Props {
  open: boolean
  /** What is covered by it. */
  over: RefObject<HTMLElement | null>
  onKeep: () => void
  onDiscard: () => void
}
