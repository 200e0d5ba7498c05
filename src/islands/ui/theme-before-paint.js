// Stands in the page's head, behind the colours of the browser's own frame.
{
  const SCHEMES = { day: 'light', evening: 'dark' }
  const show = () => {
    let theme
    try {
      theme = localStorage.getItem('theme')
    } catch {
      // Storage is switched off: the system's theme, and the scripts behind this one still run.
    }
    if (theme in SCHEMES) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
    for (const colour of document.querySelectorAll('meta[name=theme-color]')) {
      const { of } = colour.dataset
      let media = `(prefers-color-scheme: ${SCHEMES[of]})`
      if (theme in SCHEMES) media = of === theme ? 'all' : 'not all'
      // Setting what is set costs the first paint.
      if (colour.media !== media) colour.media = media
    }
  }
  show()
  addEventListener('storage', show)
  // A page out of the back/forward cache missed what another tab changed.
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event('storage')))
}
