import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'

/** Over a video's drawing: where to begin, or at the start all the same. Nothing begins by itself. */
export function showOffer(article: HTMLElement, offer: Offer | null, play: (seconds: number) => void): void {
  const place = article.querySelector<HTMLElement>('[data-player]')
  const before = place?.querySelector<HTMLElement>('[data-offer]')
  const name = offer ? `${offer.verb} ${offer.seconds}` : undefined
  if (!place || before?.dataset.offer === name) return
  before?.remove()
  if (!offer) return

  const { verb, seconds, seenPart } = offer
  const element = document.createElement('div')
  element.className = 'playlist-offer'
  element.dataset.offer = name
  const there = button(`${verb} ${clockTime(seconds)}`, () => play(seconds))
  there.setAttribute('aria-label', `${verb} ${spokenTime(seconds)}`)
  there.classList.add('playlist-resume')
  element.append(
    there,
    button('Start over', () => play(0)),
  )
  if (seenPart !== null) element.append(seenBar(seenPart))
  place.append(element)
}

export interface Offer {
  /** Where the member was, or a moment that a link or a hit named. */
  verb: 'Resume at' | 'Play from'
  seconds: number
  /** How much of the video lies before that; null where nobody has seen it. */
  seenPart: number | null
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
