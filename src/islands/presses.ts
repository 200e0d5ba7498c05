/** What only an island answers: HTML does nothing at such a press, or `data-hold` says that it is not meant. */
export const ISLANDS_OWN = 'button:not([popovertarget], [type=submit]), [role=switch], [data-hold]'

/** A press that a browser answers by itself, in another tab or window, with a menu or by saving a file. */
export function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}

type Press = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
