import { keepInSight } from './in-sight.ts'
import { closeList } from './list.ts'
import { hitList, nothingFound, olderLines, type Choice } from './hit-list.ts'
import type { Screen } from './page.ts'
import { PlaylistSearch, type Hit, type Hits } from './search-index.ts'
import { loadSearch } from './search-loading.ts'
import { goTo } from './select.ts'

/**
 * The list of hits stands in place of the tree while something is asked for. Focus stays in the box: arrows choose,
 * Enter goes there, Escape ends the search.
 */
export function startSearch(screen: Screen, box: HTMLInputElement): void {
  const { tree, scroller } = screen
  const list = document.querySelector<HTMLElement>('[data-hits]')
  const clear = document.querySelector<HTMLElement>('[data-clear]')
  const openAll = document.querySelector<HTMLElement>('[data-open-all]')
  const status = document.querySelector<HTMLElement>('[data-hit-count]')
  if (!list || !status) return

  const search = new PlaylistSearch()
  let choices: Choice[] = []
  let chosen = -1
  let asked = ''
  const older = olderLines(() => {
    box.focus()
    void loading.lines(true)
    show()
  })
  const nothing = document.createElement('div')
  list.after(nothing, older)

  const show = () => {
    const query = box.value.trim()
    const isAsking = query.length > 0
    list.hidden = true
    tree.hidden = isAsking
    if (clear) clear.hidden = !isAsking
    if (openAll) openAll.hidden = isAsking
    box.setAttribute('aria-expanded', 'false')
    // Hits are no stops of their own, so the scroller is one.
    if (isAsking) scroller.setAttribute('tabindex', '0')
    else scroller.removeAttribute('tabindex')
    // More hits that come in leave the choice where it is; another question does not.
    const before = query === asked ? choices[chosen]?.hit : undefined
    asked = query
    choices = []
    choose(-1)
    const isLongEnough = query.length >= SPOKEN_FROM
    if (isLongEnough) void loading.lines()
    older.hidden = !isLongEnough || loading.state() !== 'more'
    list.replaceChildren()
    nothing.replaceChildren()
    if (!isAsking) {
      status.textContent = ''
      return
    }
    const hits = search.find(query)
    if (hits.total === 0) {
      nothing.append(nothingFound(query, loading.state(), end))
      status.textContent = isLongEnough && loading.state() === 'loading' ? 'Searching' : 'No hits'
      return
    }
    const made = hitList(hits)
    list.append(...made.groups)
    list.hidden = false
    box.setAttribute('aria-expanded', 'true')
    choices = made.choices
    status.textContent = countOf(hits)
    const same = choices.findIndex(({ hit }) => isSame(hit, before))
    choose(Math.max(0, same))
  }

  const choose = (index: number) => {
    choices[chosen]?.element.removeAttribute('aria-selected')
    chosen = index
    const choice = choices[index]
    if (!choice) {
      box.removeAttribute('aria-activedescendant')
      return
    }
    choice.element.setAttribute('aria-selected', 'true')
    box.setAttribute('aria-activedescendant', choice.element.id)
    keepInSight(scroller, choice.element)
  }

  const end = () => {
    box.value = ''
    box.focus()
    show()
  }

  const go = (choice: Choice | undefined) => {
    if (!choice) return
    closeList()
    goTo(choice.hit.fragment, choice.hit.seconds, 'search')
  }

  box.addEventListener('input', show)
  box.addEventListener('keydown', (event) => {
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => choose(choices.length ? (chosen + 1) % choices.length : -1),
      ArrowUp: () => choose(choices.length ? (chosen - 1 + choices.length) % choices.length : -1),
      Enter: () => go(choices[chosen]),
      ...(box.value && { Escape: end }),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  list.addEventListener('click', ({ target }) => {
    const element = target instanceof Element ? target.closest('[role="option"]') : null
    go(choices.find((choice) => choice.element === element))
  })
  clear?.addEventListener('click', end)
  // The box keeps the focus, and on a phone its keyboard.
  list.addEventListener('mousedown', (event) => event.preventDefault())

  const loading = loadSearch(screen, search, () => {
    box.toggleAttribute('data-complete', loading.state() === 'complete' || loading.state() === 'more')
    show()
  })
  loading.titles()
}

/** Transcripts are large: a letter or two do not fetch them. */
const SPOKEN_FROM = 3

function countOf({ total, isMore }: Hits): string {
  if (isMore) return `More than ${total} hits`
  return total === 1 ? '1 hit' : `${total} hits`
}

function isSame(hit: Hit, other: Hit | undefined): boolean {
  return hit.fragment === other?.fragment && hit.seconds === other.seconds
}
