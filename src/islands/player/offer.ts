import { resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'

/** Over a video's drawing: where the member was, to go on from or not. Nothing begins by itself. */
export function showOffer(
  article: HTMLElement,
  known: Known | undefined,
  play: (seconds: number) => void,
): void {
  const place = article.querySelector<HTMLElement>('[data-player]')
  const seconds = known ? resumeAt(known) : null
  const before = place?.querySelector<HTMLElement>('[data-offer]')
  if (!place || before?.dataset.offer === String(seconds)) return
  before?.remove()
  if (!known || seconds === null) return

  const offer = document.createElement('div')
  offer.className = 'playlist-offer'
  offer.dataset.offer = String(seconds)
  const resume = button(`Resume at ${clockTime(seconds)}`, () => play(seconds))
  resume.setAttribute('aria-label', `Resume at ${spokenTime(seconds)}`)
  resume.classList.add('playlist-resume')
  offer.append(
    resume,
    button('Start over', () => play(0)),
  )
  if (known.durationSeconds !== null) offer.append(seenBar(seconds / known.durationSeconds))
  place.append(offer)
}

function button(text: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.addEventListener('click', press)
  return element
}

function seenBar(part: number): HTMLElement {
  const bar = document.createElement('span')
  bar.className = 'playlist-seen'
  bar.style.setProperty('--part', part.toFixed(3))
  return bar
}
