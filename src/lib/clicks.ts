/** The handler of a link that does something in this page, unless the browser opens it elsewhere, with a menu or as a file. */
export function onPlainClick(handle: () => void) {
  return (event: Click) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    handle()
  }
}

type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'preventDefault'>
