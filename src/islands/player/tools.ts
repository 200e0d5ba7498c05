import { spokenTime, clockTime } from '#src/shared/playlist/times.ts'
import { listen } from '../playlist/events.ts'
import { readCaptions, readSpeed } from './preferences.ts'

/** The buttons below the video: one set, which goes along with the video that is shown. */
export function createTools(parts: readonly HTMLElement[], act: ToolActions): Tools {
  const tool = (name: string): HTMLElement => {
    const selector = `[data-tool=${name}]`
    const found = parts.map((part) => (part.matches(selector) ? part : part.querySelector(selector)))
    const element = found.find((candidate) => candidate instanceof HTMLElement)
    if (!element) throw new Error(`The tools have no ${name}.`)
    return element
  }
  const [watched, link, moment, captions] = [tool('watched'), tool('link'), tool('moment'), tool('captions')]
  const [previous, next] = [tool('previous'), tool('next')] as [HTMLButtonElement, HTMLButtonElement]
  const speed = tool('speed') as HTMLSelectElement

  watched.addEventListener('click', () => act.mark(watched.getAttribute('aria-pressed') !== 'true'))
  link.addEventListener('click', () => act.copyLink())
  moment.addEventListener('click', () => act.copyMoment())
  previous.addEventListener('click', () => act.previous())
  next.addEventListener('click', () => act.next())
  speed.addEventListener('change', () => act.setSpeed(Number(speed.value)))
  captions.addEventListener('click', () => toggleCaptions())
  listen('playlist:speed', ({ speed: now }) => {
    speed.value = String(now)
  })
  speed.value = String(readSpeed())
  captions.setAttribute('aria-pressed', String(readCaptions()))
  for (const part of parts) part.toggleAttribute('data-ready', true)

  return {
    moveTo(article) {
      article.querySelector('[data-actions]')?.prepend(...parts)
    },
    show({ isWatched, hasPrevious, hasNext }) {
      watched.setAttribute('aria-pressed', String(isWatched))
      label(watched, isWatched ? 'Watched' : 'Mark watched')
      watched.title = isWatched ? 'Mark unwatched' : ''
      previous.disabled = !hasPrevious
      next.disabled = !hasNext
    },
    showMoment(seconds) {
      const time = clockTime(seconds)
      label(moment, `Copy at ${time}`)
      moment.setAttribute('aria-label', `Copy at ${time}: link at ${spokenTime(seconds)}`)
    },
    toggleCaptions,
  }

  function toggleCaptions(): void {
    const on = captions.getAttribute('aria-pressed') !== 'true'
    captions.setAttribute('aria-pressed', String(on))
    act.setCaptions(on)
  }
}

function label(button: HTMLElement, text: string): void {
  const words = button.querySelector('[data-label]')
  if (words && words.textContent !== text) words.textContent = text
}

export interface Tools {
  moveTo(article: HTMLElement): void
  show(state: { isWatched: boolean; hasPrevious: boolean; hasNext: boolean }): void
  /** The moment a copied link would lead to. */
  showMoment(seconds: number): void
  toggleCaptions(): void
}

interface ToolActions {
  mark(isWatched: boolean): void
  copyLink(): void
  copyMoment(): void
  setSpeed(speed: number): void
  setCaptions(on: boolean): void
  previous(): void
  next(): void
}
