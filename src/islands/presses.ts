/** Whether the browser handles this click itself, with a new tab or window, a menu or a download. */
export function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}

type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
