// Stands in the page's head as it is. A font that is not there holds back the first paint or moves lines after it, so the
// first page that a browser shows has the fallbacks; it fetches the fonts when it is done, and the next ones have them.
{
  const FETCHED = 'fonts'
  const fonts = document.querySelectorAll('link[data-font]')
  const names = Array.from(fonts, ({ href }) => href).join(' ')
  const fetchFonts = async () => {
    if (navigator.connection?.saveData) return
    await Promise.all(Array.from(fonts, ({ href }) => fetch(href)))
    localStorage.setItem(FETCHED, names)
  }
  try {
    if (localStorage.getItem(FETCHED) === names) {
      document.querySelector('style[data-fonts]').media = 'all'
      // Not by a preload: the browser holds the first paint back for one.
      for (const family of ['Public Sans', 'Piazzolla']) void document.fonts.load(`1em ${family}`)
    } else {
      addEventListener('load', () => fetchFonts().catch(() => {}))
    }
  } catch {
    // Storage is switched off: the fallbacks stay.
  }
}
