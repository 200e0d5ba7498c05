// Stands in the page's head as it is, behind the colours of the browser's own frame. What a member chose holds in every tab
// at once; a value that is not on the list is the default: the system's.
{
  const SCHEMES = { day: 'light', evening: 'dark' }
  const show = (change) => {
    let theme
    try {
      theme = localStorage.getItem('theme')
    } catch {
      // Storage is switched off.
    }
    const isChosen = Object.hasOwn(SCHEMES, theme)
    // A page begins with the system's, and telling the browser so again costs the first paint.
    if (!isChosen && !change) return
    if (isChosen) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
    for (const colour of document.querySelectorAll('meta[name=theme-color]')) {
      const { of } = colour.dataset
      if (isChosen) colour.media = of === theme ? 'all' : 'not all'
      else colour.media = `(prefers-color-scheme: ${SCHEMES[of]})`
    }
  }
  show()
  addEventListener('storage', show)
  // A page out of the back/forward cache was not told.
  addEventListener('pageshow', ({ persisted }) => persisted && show(true))
}
