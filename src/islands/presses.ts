/** A click that a browser answers by itself, in another tab or window, with a menu or by saving a file. */
export function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}

type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
