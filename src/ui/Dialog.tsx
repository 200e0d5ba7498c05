import { type ComponentProps, useLayoutEffect, useRef } from 'react'

/** A modal dialog, open while it is rendered. Then the focus returns to what had it. */
export function Dialog(dialog: ComponentProps<'dialog'>) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = element.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return <dialog ref={element} {...dialog} />
}
