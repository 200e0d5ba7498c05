import { useId, useTransition } from 'react'
import { Button } from './Button.tsx'
import { takeFocus, useOpening } from './useFocus.ts'

/** A button that asks once more, in its place, before it does what it says. */
export function Confirm({ label, what, question, yes, onYes }: Props) {
  const { isOpen, open, close, ref } = useOpening()
  const [isBusy, start] = useTransition()
  const id = useId()
  if (!isOpen) {
    return (
      <Button ref={ref} look="quiet" onClick={open}>
        {label}
        {what && <span className="sr-only"> {what}</span>}
      </Button>
    )
  }
  return (
    <div role="group" aria-labelledby={id} className="flex basis-full flex-wrap items-center gap-2">
      <p id={id} className="mr-1 basis-full text-sm font-medium sm:basis-auto">
        {question}
      </p>
      <Button
        look="danger"
        busy={isBusy}
        busyText={yes}
        onClick={() => {
          start(async () => {
            await onYes()
            close()
          })
        }}
      >
        {yes}
      </Button>
      <Button ref={takeFocus} look="quiet" onClick={close}>
        Cancel
      </Button>
    </div>
  )
}

interface Props {
  label: string
  /** Of what, for people who hear the button without what stands around it. */
  what?: string
  question: string
  yes: string
  /** Says by itself what went wrong; never throws. */
  onYes: () => Promise<unknown>
}
