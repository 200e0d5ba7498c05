/** Unlike `scrollIntoView`, never scrolls the page. @param covered the height at the top that is covered, in pixels. */
export function scrollIntoScroller(scroller: Element | null, row: Element | null, covered = 0): void {
  if (!scroller || !row) return
  const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.top >= outer.top + covered && inner.bottom <= outer.bottom) return
  scroller.scrollTop += inner.top - outer.top - outer.height / 3
}
