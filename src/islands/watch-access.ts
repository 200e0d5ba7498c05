import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { isSomebodyElse, onSomebodyElse } from './signed-in.ts'
import { onSignOutElsewhere, signedOutSinceLoad } from './signed-out.ts'

/** A glance at another tab needs no question. */
const ASK_AFTER_HIDDEN_MS = 10_000

/**
 * Keeps a member's page from outliving the right to see it: a sign-out in another tab takes this one along, somebody
 * else's sign-in there makes it theirs, and a page that comes back to the front or out of the back/forward cache asks
 * the gate again.
 */
export function watchPage(): void {
  watch(() => void reloadUnlessAllowed())
  // It was fetched ahead, so what held then may be over by now.
  if (wasFetchedAhead()) void reloadUnlessAllowed()
}

/** The same for a screen in place of a page: whoever comes back to it sees how things stand now. */
export function watchState(): void {
  watch(() => location.reload())
}

function watch(onReturn: () => void): void {
  let hiddenAt = Infinity

  onSignOutElsewhere(leave)
  onSomebodyElse(reload)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) comeBack()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now()
    else if (Date.now() - hiddenAt > ASK_AFTER_HIDDEN_MS) comeBack()
  })

  function comeBack() {
    if (signedOutSinceLoad()) leave()
    else if (isSomebodyElse()) reload()
    else onReturn()
  }
}

/** An outage says nothing about the member, so what is being typed here stays. */
async function reloadUnlessAllowed(): Promise<void> {
  const answer = await ask()
  if (answer && !answer.ok && answer.status < 500) reload()
}

/** A redirect is not followed: it is the answer. */
function ask(): Promise<Response | null> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store', redirect: 'manual' }).catch(() => null)
}

function wasFetchedAhead(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as unknown as [{ deliveryType: string }?]
  return visit?.deliveryType === 'navigational-prefetch'
}

function reload(): void {
  hide()
  location.reload()
}

function leave(): void {
  hide()
  location.replace(SIGN_IN_PATH)
}

/**
 * What takes the place of this page is a round trip away. Not `hidden`: WebKit never leaves a page that came back without
 * a box to paint. Opacity is for what says of itself that it is visible, visibility for what lies on the top layer.
 */
function hide(): void {
  Object.assign(document.documentElement.style, { opacity: '0', visibility: 'hidden' })
}
