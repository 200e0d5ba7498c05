/** Ctrl/Cmd+K, and `/` where nobody is writing. */
export function opensPalette({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  target,
  isComposing,
}: KeyboardEvent): boolean {
  if (isComposing || altKey) return false
  if (key.toLowerCase() === 'k') return ctrlKey !== metaKey && !shiftKey
  // On some keyboards it needs Shift.
  return key === '/' && !ctrlKey && !metaKey && !isTyping(target)
}

/** Ctrl/Cmd+B, which makes letters bold where somebody writes with them. */
export function foldsSidebar({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLElement && target.isContentEditable) return false
  return key.toLowerCase() === 'b' && ctrlKey !== metaKey && !altKey && !shiftKey
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
