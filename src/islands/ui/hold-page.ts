/**
 * Holds the page still under something that lies over it: nothing behind can be scrolled, clicked or reached with the
 * keyboard. Returns what lets go of it.
 */
export function holdPage(): () => void {
  const root = document.documentElement
  const behind = document.querySelectorAll<HTMLElement>('[data-behind]')
  // Where scrollbars take room, the page must not grow by it.
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
  root.style.overflow = 'hidden'
  for (const element of behind) element.inert = true

  return () => {
    root.style.removeProperty('scrollbar-gutter')
    root.style.removeProperty('overflow')
    for (const element of behind) element.inert = false
  }
}
