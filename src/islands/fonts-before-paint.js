// Stands in the page's head as it is. A font that is not there holds back the first paint or moves lines after it, so the
// first page that a browser shows has the fallbacks; it fetches the fonts when it is done, and the next ones have them.
import { whenLoaded } from './when-loaded.ts'

{
  const FETCHED = 'fonts'
  const fonts = document.querySelectorAll('link[data-font]')
  const hrefs = Array.from(fonts, ({ href }) => href)
  const names = hrefs.join(' ')
  const isFetched = (storage) => storage.getItem(FETCHED) === names
  const show = () => {
    document.querySelector('style[data-fonts]').media = 'all'
    // Not by a preload: the browser holds the first paint back for one.
    for (const family of ['Public Sans', 'Piazzolla']) document.fonts.load(`1em ${family}`).catch(() => {})
  }
  // Of one of them: where one is, the other mostly is too, and this stands in the way of the first paint.
  const inCache = () =>
    fetch(hrefs[0], { cache: 'only-if-cached', mode: 'same-origin' }).then(
      () => true,
      () => false,
    )
  const fetchFonts = async () => {
    if (navigator.connection?.saveData) return
    await Promise.all(hrefs.map((href) => fetch(href)))
    localStorage.setItem(FETCHED, names)
    sessionStorage.setItem(FETCHED, names)
  }
  const fetchAfterLoad = () => whenLoaded(() => fetchFonts().catch(() => {}))
  // A browser clears its cache without a word. For a new tab it is asked, and what it says after the paint is too late.
  const showCached = async () => {
    if (!(await inCache())) return fetchAfterLoad()
    sessionStorage.setItem(FETCHED, names)
    if (performance.getEntriesByType('paint').length === 0) show()
  }
  try {
    if (!isFetched(localStorage)) fetchAfterLoad()
    else if (isFetched(sessionStorage)) show()
    else void showCached()
  } catch {
    // Storage is switched off: the fallbacks stay.
  }
}
