// An inline script in the head, behind the theme-color elements.
{
  const SCHEMES = { day: 'light', evening: 'dark' }
  const show = () => {
    let theme
    try {
      theme = JSON.parse(localStorage.getItem('theme'))
    } catch {
      // Storage is disabled: the system's theme applies.
    }
    if (theme in SCHEMES) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
    for (const colour of document.querySelectorAll('meta[name=theme-color]')) {
      const { of } = colour.dataset
      let media = `(prefers-color-scheme: ${SCHEMES[of]})`
      if (theme in SCHEMES) media = of === theme ? 'all' : 'not all'
      // Setting it again would delay the first paint.
      if (colour.media !== media) colour.media = media
    }
  }
  show()
  addEventListener('storage', show)
  // A page from the back/forward cache missed changes of other tabs.
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event('storage')))
}
