/** docs/product.md, Layout: below this width the sidebar is a sheet over the page. */
const WIDE = '(width >= 1024px)'

export function isSmallScreen(): boolean {
  return !matchMedia(WIDE).matches
}

/** Calls back when the window grows wide enough for the sidebar to stand beside the page, until it is stopped. */
export function onLargeScreen(callback: () => void): () => void {
  const query = matchMedia(WIDE)
  const changed = () => {
    if (query.matches) callback()
  }
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
