/** Scrolls a scroller, and never the page around it, so far that something in it can be seen. */
export function keepInSight(scroller: HTMLElement | null, element: HTMLElement, coveredOnTop = 0): void {
  if (!scroller) return
  const [outer, inner] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top >= outer.top + coveredOnTop && inner.bottom <= outer.bottom) return
  scroller.scrollTop += inner.top - outer.top - outer.height / 3
}
