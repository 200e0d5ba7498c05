import { useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'

/** Asks once more, in place of the button that was pressed. */
export function Confirm({ question, yes, busy = false, onYes, onNo }: Props) {
  const id = useId()
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <div role="group" aria-labelledby={id} className="mt-3 flex flex-wrap items-center gap-2">
      <p id={id} className="mr-1 basis-full text-sm font-medium sm:basis-auto">
        {question}
      </p>
      <Button look="danger" busy={busy} busyText={yes} onClick={onYes}>
        {yes}
      </Button>
      <Button ref={no} look="quiet" onClick={onNo}>
        Cancel
      </Button>
    </div>
  )
}

interface Props {
  question: string
  yes: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
}
