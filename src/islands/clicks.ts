/** A click that the browser answers by itself: in another tab or window, with a menu or by saving a file. */
export function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}

/** The handler of a link that does something in this page, unless the click opens elsewhere. */
export function onPlainClick(handle: () => void) {
  return (event: Click) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    handle()
  }
}

type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'preventDefault'>
