/** For a link that is handled in this page. Clicks that open it in a new tab or window, or download it, are left to the browser. */
export function onPlainClick(handle: () => void) {
  return (event: ClickEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    handle()
  }
}

type ClickEvent = Pick<
  MouseEvent,
  'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'preventDefault'
>
