import { useEffect, useId, useRef } from 'react'
import { Button } from '../ui/Button.tsx'

/** Asked once somebody closes the dialog over something they typed. */
export function AskDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const id = useId()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    keep.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <div className="absolute inset-0 z-10 flex flex-col justify-end bg-surface/70">
      <div
        role="alertdialog"
        aria-labelledby={id}
        className="flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-float sm:px-6"
      >
        <p id={id} className="mr-auto text-sm font-medium">
          Close without saving what you changed?
        </p>
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
        <Button ref={keep} onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </div>
  )
}
