import { useStore } from '@nanostores/react'
import { type RefObject, useLayoutEffect } from 'react'
import { $dialog } from '#src/lib/dialogs.ts'

/** Hides a popover before a dialog opens, so that its button has the focus, to which the dialog returns it. */
export function useHideForDialog(popover: RefObject<HTMLElement | null>): void {
  const isDialogOpen = useStore($dialog, { ssr: 'initial' }) !== null
  useLayoutEffect(() => {
    if (isDialogOpen) popover.current?.hidePopover()
  }, [isDialogOpen, popover])
}
