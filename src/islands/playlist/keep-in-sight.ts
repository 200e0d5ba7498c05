/** Scrolls a row into sight within one scroller, and never the page. @param top the height that is covered, in pixels. */
export function keepInSight(scroller?: Element | null, row?: Element | null, top = 0): void {
  if (!scroller || !row) return
  const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.top >= outer.top + top && inner.bottom <= outer.bottom) return
  scroller.scrollTop += inner.top - outer.top - outer.height / 3
}
