import { type ComponentProps, useLayoutEffect, useRef } from 'react'

/** A modal dialog, open while it is rendered. Then the focus returns to what had it. */
export function Dialog({ onClose, ...dialog }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = element.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={element}
      {...dialog}
      // Escape closes the dialog here: `close` fires a moment later, when a key may have reopened it.
      onCancel={(event) => {
        // Ignores the `cancel` of a file chooser inside the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  onClose: () => void
}
