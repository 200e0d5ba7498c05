import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../ui/Button.tsx'

/** Asked once somebody closes the dialog over something they typed. */
export function AskDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const id = useId()
  const keep = useRef<HTMLButtonElement>(null)
  const discard = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    keep.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  /** The keyboard stays with the question; the dialog's own way round leads through what lies under it. */
  function goRound(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const other = document.activeElement === keep.current ? discard : keep
    other.current?.focus()
  }

  return (
    <div className="absolute inset-0 z-10 flex flex-col justify-center bg-surface/70 max-sm:px-4 sm:justify-end">
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- a dialog holds the keyboard */}
      <div
        role="alertdialog"
        aria-labelledby={id}
        onKeyDown={goRound}
        className="flex flex-wrap items-center justify-end gap-3 border-line bg-surface p-4 shadow-float max-sm:rounded-card max-sm:border sm:border-t sm:px-6"
      >
        <p id={id} className="mr-auto text-sm font-medium max-sm:basis-full max-sm:pb-1">
          Close without saving what you changed?
        </p>
        <Button ref={discard} look="quiet" onClick={onDiscard}>
          Discard
        </Button>
        <Button ref={keep} onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </div>
  )
}
