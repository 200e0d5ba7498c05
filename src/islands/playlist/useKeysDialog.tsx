import { useState, type ReactNode } from 'react'
import { fetchPart } from '../fetch-part.ts'
import type { KeysDialog } from './KeysDialog.tsx'

/** The list of the keys, which comes when it is first asked for. */
export function useKeysDialog(): { show: () => void; dialog: ReactNode } {
  const [Dialog, setDialog] = useState<typeof KeysDialog | null>(null)
  const [isOpen, setOpen] = useState(false)

  const show = async () => {
    const part = await fetchPart(() => import('./KeysDialog.tsx'))
    if (!part) return
    setDialog(() => part.KeysDialog)
    setOpen(true)
  }
  return { show: () => void show(), dialog: Dialog && <Dialog open={isOpen} onOpenChange={setOpen} /> }
}
