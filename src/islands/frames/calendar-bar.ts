import { MINUTE_MS } from '#src/shared/units.ts'
import { FrameCard } from './frame-card.ts'
import {
  agree,
  clock,
  ownZone,
  PROGRAMME_ZONE,
  rememberedTime,
  rememberTime,
  type WhoseTime,
} from './zone.ts'

/** The programme's clock beside the member's, and the switch between the two for the calendar below. */
export class CalendarBar extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const zone = ownZone()
    const now = new Date()
    if (agree(now, zone, PROGRAMME_ZONE)) return
    this.dataset.zones = 'differ'
    this.#tick()
    this.#switch.ariaChecked = String(rememberedTime() === 'mine')
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#tick()
    })
    this.#switch.addEventListener('click', () => {
      this.#choose(this.#switch.ariaChecked === 'true' ? 'programme' : 'mine')
    })
  }

  get #switch(): HTMLElement {
    return this.#part('[role=switch]')
  }

  #choose(whose: WhoseTime): void {
    this.#switch.ariaChecked = String(whose === 'mine')
    rememberTime(whose)
    const card = document.getElementById(this.dataset.for ?? '')
    if (card instanceof FrameCard) card.showIn(whose === 'mine' ? ownZone() : null)
  }

  /** On every full minute, as clocks do. */
  #tick(): void {
    const now = new Date()
    this.#part('[data-clock=programme]').textContent = clock(now, PROGRAMME_ZONE)
    this.#part('[data-clock=own]').textContent = clock(now, ownZone())
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#tick(), MINUTE_MS - (now.getTime() % MINUTE_MS))
  }

  #part(selector: string): HTMLElement {
    const part = this.querySelector<HTMLElement>(selector)
    if (!part) throw new Error(`The calendar's bar has no ${selector}.`)
    return part
  }
}

export function startCalendarBars(): void {
  customElements.define('calendar-bar', CalendarBar)
}
