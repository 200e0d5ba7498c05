// A page carries the rules for its own HTML alone (integrations/page-styles.ts). What a script adds to it needs the others:
// they are fetched as soon as somebody is here; an island that wakes without anybody fetches them itself.
import { cameNear } from './came-near.ts'

{
  const listening = new AbortController()
  const fetchSheets = (event) => {
    if (!cameNear(event)) return
    listening.abort()
    for (const sheet of document.querySelectorAll('link[data-whole]')) sheet.rel = 'stylesheet'
  }
  // Nobody waits for one that is lost: an older page goes on with what it carries.
  const forget = ({ target }) => {
    if (target instanceof HTMLLinkElement) delete target.dataset.whole
  }
  addEventListener('error', forget, true)
  for (const type of ['pointermove', 'touchstart', 'focusin', 'keydown']) {
    addEventListener(type, fetchSheets, { passive: true, signal: listening.signal })
  }
}
