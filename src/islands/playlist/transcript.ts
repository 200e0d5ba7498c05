import { fetchPage } from './bring.ts'
import { listen, send } from './events.ts'
import { keepInSight } from './in-sight.ts'
import type { Screen } from './page.ts'

/** Transcripts come when they are opened, lead to their moments, and follow the player. */
export function followTranscripts(screen: Screen): void {
  screen.stage.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.dataset.missing)
        void bringCues(target)
    },
    true,
  )

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

  listen('playlist:jump', ({ article, seconds }) => mark(article, seconds))
  listen('playlist:time', ({ article, seconds }) => mark(article, seconds))
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
  const list = article.querySelector<HTMLElement>('[data-cues]')
  if (!list) return
  const lines = [...list.querySelectorAll<HTMLElement>('[data-cue]')]
  const now = lines.findLast((line) => Number(line.dataset.cue) <= seconds)
  const before = list.querySelector('[aria-current]')
  if (now === before) return
  before?.removeAttribute('aria-current')
  now?.setAttribute('aria-current', 'true')
  if (now && !list.matches(':hover, :focus-within')) keepInSight(list, now)
}
