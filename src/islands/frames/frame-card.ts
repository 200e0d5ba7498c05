import { prefilledSource } from '#src/embeds/prefill.ts'
import { readViewer } from '../read-viewer.ts'
import { inZone, wantedZone } from './zone.ts'

/** Longer than this without a sign from the frame, and the help card says what to try. */
const LATE_AFTER_MS = 8000

/**
 * A frame and what stands in for it. A frame is always a new element that has its address before it enters the page:
 * so it never adds a step to the history, neither when it loads nor when it loads again.
 */
export class FrameCard extends HTMLElement {
  #blank: HTMLIFrameElement | null = null
  #frame: HTMLIFrameElement | null = null
  #zone = this.hasAttribute('data-calendar') ? wantedZone() : null
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const inPage = this.querySelector<HTMLIFrameElement>(':scope > iframe')
    const kept = this.querySelector('template')?.content.querySelector('iframe') ?? inPage
    if (!kept) return
    this.#blank = kept.cloneNode() as HTMLIFrameElement
    addEventListener('online', () => {
      if (this.state === 'offline') this.reload()
    })
    if (inPage) this.#watch(inPage)
    else if (this.dataset.loads === 'when ready') this.reload()
  }

  get state(): FrameState {
    return this.dataset.state as FrameState
  }

  /** For a frame in a tab: loads when it is shown for the first time. */
  show(): void {
    if (!this.#frame) this.reload()
  }

  /** For a calendar. null is the zone it was built with. */
  showIn(zone: string | null): void {
    this.#zone = zone
    if (this.#frame) this.reload()
  }

  reload(): void {
    if (!this.#blank) return
    const frame = this.#blank.cloneNode() as HTMLIFrameElement
    frame.src = this.#address(this.#blank.getAttribute('src') ?? '')
    this.#frame?.remove()
    this.#watch(frame)
    this.append(frame)
  }

  #watch(frame: HTMLIFrameElement): void {
    this.#frame = frame
    clearTimeout(this.#timer)
    this.#become(navigator.onLine ? 'loading' : 'offline')
    this.#timer = setTimeout(() => this.#become(navigator.onLine ? 'late' : 'offline'), LATE_AFTER_MS)
    const arrived = () => {
      if (this.#frame !== frame) return
      clearTimeout(this.#timer)
      this.#become(navigator.onLine ? 'loaded' : 'offline')
    }
    frame.addEventListener('load', arrived)
    // It may have come before this script did; the page as a whole waits for the frames in its HTML.
    if (!frame.isConnected || frame.loading === 'lazy') return
    if (document.readyState === 'complete') arrived()
    else addEventListener('load', arrived, { once: true })
  }

  #become(state: FrameState): void {
    this.dataset.state = state
  }

  /** With what only this browser knows: who looks at it, and in whose time. */
  #address(built: string): string {
    const { prefill } = this.dataset
    const form = prefill ? (JSON.parse(prefill) as Omit<Form, 'src'>) : null
    const src = form ? prefilledSource({ ...form, src: built }, form.prefill, readViewer()) : built
    return this.#zone ? inZone(src, this.#zone) : src
  }
}

type Form = Parameters<typeof prefilledSource>[0] & { prefill: Parameters<typeof prefilledSource>[1] }

/** What the card shows; its looks are in components/frames/FrameCard.astro. */
type FrameState = 'loading' | 'loaded' | 'late' | 'offline' | 'refused'

/** Upgrades the frames of this page and the links that load one again. */
export function startFrames(): void {
  customElements.define('frame-card', FrameCard)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-reloads]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const card = document.getElementById(link.dataset.reloads ?? '')
    if (!(card instanceof FrameCard)) return
    event.preventDefault()
    card.reload()
  })
}
