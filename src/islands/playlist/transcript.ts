import { fetchPage } from './bring.ts'
import { listen, send } from './events.ts'
import { keepInSight } from './in-sight.ts'
import type { Screen } from './page.ts'

/** Transcripts come when they are opened, lead to their moments, and follow the player. */
export function followTranscripts(screen: Screen): void {
  screen.stage.addEventListener('toggle', ({ target }) => void whenOpened(target), true)

  screen.stage.addEventListener('click', (event) => {
    const line =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-cue]') : null
    const article = line?.closest<HTMLElement>('[data-video]')
    if (!line || !article || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // Whoever copies the address now shares this moment; the way back stays one step a video.
    history.replaceState(history.state, '', new URL(line.href).hash)
    send('playlist:jump', { article, seconds: Number(line.dataset.cue) })
  })

  listen('playlist:select', ({ article, seconds, cause }) => {
    if (seconds === null) return
    // Addresses name whole seconds: the line that begins within this one is meant.
    mark(article, seconds + 0.999)
    const transcript = article.querySelector<HTMLDetailsElement>('[data-transcript]')
    if (transcript && cause === 'search') transcript.open = true
  })
  listen('playlist:jump', ({ article, seconds }) => mark(article, seconds))
  listen('playlist:time', ({ article, seconds }) => mark(article, seconds))
}

/** Where a transcript is that was not in the page yet, or not open, when its moment came. */
const moments = new WeakMap<HTMLElement, number>()

async function whenOpened(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  const article = target.closest<HTMLElement>('[data-video]')
  if (!article) return
  if (target.dataset.missing) await bringCues(target)
  const seconds = moments.get(article)
  if (seconds === undefined) return
  mark(article, seconds)
  showCurrent(article.querySelector('[data-cues]'))
}

async function bringCues(details: HTMLDetailsElement): Promise<void> {
  const page = await fetchPage(details.dataset.missing ?? '')
  const cues = page?.querySelector('[data-cues]')
  if (!cues) return
  details.querySelector(':scope > p')?.replaceWith(cues)
  details.removeAttribute('data-missing')
}

/** The line that is being said is current and in sight within the transcript's own scroller. */
function mark(article: HTMLElement, seconds: number): void {
  moments.set(article, seconds)
  const list = article.querySelector<HTMLElement>('[data-cues]')
  if (!list) return
  const lines = [...list.querySelectorAll<HTMLElement>('[data-cue]')]
  const now = lines.findLast((line) => Number(line.dataset.cue) <= seconds)
  const before = list.querySelector('[aria-current]')
  if (now === before) return
  before?.removeAttribute('aria-current')
  now?.setAttribute('aria-current', 'true')
  if (!list.matches(':hover, :focus-within')) showCurrent(list)
}

function showCurrent(list: HTMLElement | null): void {
  const line = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && line) keepInSight(list, line)
}
