import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { fetchPart } from '../fetch-part.ts'
import type { KeysDialog } from './KeysDialog.tsx'

/** The list of the keys, which comes when it is first asked for. */
export function useKeysDialog(): { show: () => void; dialog: ReactNode } {
  const [Dialog, setDialog] = useState<typeof KeysDialog | null>(null)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  // By itself the dialog gives the focus to what Tab finds in the player: the frame, in which no key is ours.
  useLayoutEffect(() => {
    if (!isOpen) opener.current?.focus({ preventScroll: true })
  }, [isOpen])

  const show = async () => {
    const part = await fetchPart(() => import('./KeysDialog.tsx'))
    if (!part) return
    opener.current = document.activeElement as HTMLElement | null
    setDialog(() => part.KeysDialog)
    setOpen(true)
  }
  return {
    show: () => void show(),
    dialog: Dialog && <Dialog open={isOpen} onOpenChange={setOpen} />,
  }
}
