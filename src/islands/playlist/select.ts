import { readHash, writeHash } from '#src/shared/playlist/fragment.ts'
import { bringPage } from './bring.ts'
import { send, type SelectionCause } from './events.ts'
import { findElsewhere, findHere } from './find.ts'
import { keepInSight } from './in-sight.ts'
import { closeList } from './list.ts'
import { articlesOf, fragmentOf, rowOf, type Screen } from './page.ts'

/**
 * The address decides what is shown: rows are plain links to fragments, so the browser itself keeps the history and
 * this only follows it.
 */
export function followAddress(screen: Screen): void {
  const first = screen.stage.querySelector<HTMLElement>('[data-first]')

  if (!screen.stage.hasAttribute('data-chosen')) first?.toggleAttribute('data-selected', true)
  screen.stage.toggleAttribute('data-chosen', true)

  const follow = async () => {
    const cause = nextCause
    nextCause = 'history'
    const asked = location.hash
    const moment = readHash(asked)
    if (moment && isPartOfThePage(moment.fragment)) return
    const article = moment
      ? (findHere(screen, moment.fragment) ?? (await findElsewhere(screen, moment.fragment)))
      : null
    // Somebody went on while it was being looked for.
    if (location.hash !== asked) return
    const shown = article ?? first
    if (!shown) return
    if (article && moment) keepAddress(fragmentOf(article), moment.seconds)
    show(screen, shown)
    send('playlist:select', {
      article: shown,
      fragment: fragmentOf(shown),
      seconds: article ? (moment?.seconds ?? null) : null,
      cause,
    })
  }

  screen.tree.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest('[data-row]') : null
    if (!row) return
    nextCause = 'press'
    closeList()
    // A second press on the same row changes no address.
    if (row.getAttribute('href') === location.hash) void follow()
  })
  addEventListener('hashchange', () => void follow())
  void follow()
}

/** Why the address changes next, unless it is by the browser's own buttons. */
let nextCause: SelectionCause = 'load'

/** Goes to a video as if its row had been pressed, or a hit. */
export function goTo(fragment: string, seconds: number | null, cause: 'press' | 'search' = 'press'): void {
  nextCause = cause
  const hash = writeHash({ fragment, seconds })
  if (hash === location.hash) dispatchEvent(new HashChangeEvent('hashchange'))
  else location.hash = hash
}

function show(screen: Screen, article: HTMLElement): void {
  for (const other of articlesOf(screen)) other.toggleAttribute('data-selected', other === article)
  for (const row of screen.tree.querySelectorAll('[data-row][aria-current]'))
    row.removeAttribute('aria-current')

  const row = rowOf(screen, fragmentOf(article))
  row?.setAttribute('aria-current', 'true')
  if (row) reveal(screen, row)
  else void bringPage(screen, `${screen.path}/${article.dataset.inCohort}`)

  const now = screen.root.querySelector('[data-now]')
  const week = row?.closest('[data-week]')?.querySelector('h3')?.textContent
  if (now) now.textContent = [week, article.dataset.title].filter(Boolean).join(' · ')
}

/** Opens the row's cohort and week and brings it into the list's own view; the page stays where it is. */
function reveal({ scroller }: Screen, row: HTMLElement): void {
  for (let group = row.closest('details'); group; group = group.parentElement?.closest('details') ?? null)
    group.open = true
  keepInSight(scroller, row, COHORT_HEIGHT)
}

/** The cohort's title stays on top of the list. */
const COHORT_HEIGHT = 48

/** A former name gives way to the present one, without a step in the history. */
function keepAddress(fragment: string, seconds: number | null): void {
  const hash = writeHash({ fragment, seconds })
  if (hash !== location.hash) history.replaceState(history.state, '', hash)
}

/** The link that skips to the content has a fragment, too. */
function isPartOfThePage(fragment: string): boolean {
  const element = document.getElementById(fragment)
  return element !== null && !element.hasAttribute('data-video')
}
