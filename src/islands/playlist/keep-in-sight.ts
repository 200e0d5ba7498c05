/** Scrolls one scroller, never the page around it, so far that a row can be seen below what sticks to its top. */
export function keepInSight(scroller?: Element | null, row?: Element | null, top = 0): void {
  if (!scroller || !row) return
  const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.top >= outer.top + top && inner.bottom <= outer.bottom) return
  scroller.scrollTop += inner.top - outer.top - outer.height / 3
}
