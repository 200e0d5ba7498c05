/** docs/product.md, Layout: below this width the sidebar is a sheet over the page. */
const beside = matchMedia('(width >= 1024px)')

export function isSmallScreen(): boolean {
  return !beside.matches
}

/** Calls back when the window grows wide enough for the sidebar to stand beside the page. */
export function onLargeScreen(callback: () => void): void {
  beside.addEventListener('change', () => {
    if (beside.matches) callback()
  })
}
