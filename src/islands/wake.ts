import type { ClientDirective } from 'astro'
import { cameNear } from './came-near.ts'
import { ISLANDS_OWN, opensElsewhere } from './presses.ts'
import { whenLoaded } from './when-loaded.ts'

/**
 * `client:wake`: hydrates an island when somebody comes near it, and not before: the pointer, a finger, the focus, its
 * key, or an event it waits for. Presses that come before it is awake are held and given to it once, in order. What
 * HTML does by itself waits for nothing: links, `summary`, buttons with `popovertarget`. An element whose press is the
 * island's work although HTML would do something with it carries `data-hold`. An address that names a part of the island
 * wakes it at once.
 *
 * The directive's value may name `on`, events of `window` that wake the island, and `keys` with Ctrl or Cmd and no other,
 * as `KeyboardEvent.key` names them; listen for those in a layout effect. With `now` it wakes by itself.
 *
 * All of it begins behind the first paint (integrations/policy/order-page.ts). What
 * is pressed until then is held by early-presses.js; what tells them of something begins behind them (Document.astro).
 */
const wake: ClientDirective = (load, { value }, island) => {
  const {
    on = [],
    keys = [],
    now = false,
    ahead = true,
  } = (typeof value === 'object' ? value : {}) as WakeOptions
  const stop = new AbortController()
  const held: (() => void)[] = []
  let waking: Promise<void> | undefined
  let isBroken = false

  for (const type of on) listen(window, type, wakeUp)
  if (now || isAddressed(island) || (on.includes('load') && document.readyState === 'complete')) wakeUp()
  else if (ahead) whenIdle(() => preload(island))
  for (const type of ['pointermove', 'touchstart', 'focusin']) listen(island, type, come)
  listen(island, 'click', holdClick)
  listen(island, 'submit', holdSubmit)
  if (keys.length > 0) listen(window, 'keydown', holdKey)
  // Whoever was quick has the focus in it by now.
  if (island.contains(document.activeElement)) wakeUp()

  function come(event: Event) {
    if (cameNear(event)) wakeUp()
  }

  function holdClick(event: Event) {
    const pressed = (event.target as Element).closest<HTMLElement>(ISLANDS_OWN)
    if (!pressed || opensElsewhere(event as MouseEvent)) return
    hold(event, () => {
      // No browser lets a press that was so long ago open a tab.
      if (isBroken && pressed instanceof HTMLAnchorElement && pressed.target === '_blank')
        location.assign(pressed.href)
      else pressed.click()
    })
  }

  function holdSubmit(event: Event) {
    const { target, submitter } = event as SubmitEvent
    hold(event, () => (target as HTMLFormElement).requestSubmit(submitter))
  }

  function holdKey(event: Event) {
    const pressed = event as KeyboardEvent
    const { ctrlKey, metaKey, altKey, shiftKey, key } = pressed
    if (ctrlKey === metaKey || altKey || shiftKey || !keys.includes(key.toLowerCase())) return
    hold(event, () => event.target?.dispatchEvent(new KeyboardEvent('keydown', pressed)))
  }

  function listen(target: EventTarget, type: string, listener: (event: Event) => void) {
    target.addEventListener(type, listener, {
      capture: true,
      passive: type === 'touchstart',
      signal: stop.signal,
    })
  }

  function hold(event: Event, again: () => void) {
    if (isBroken) return
    event.preventDefault()
    event.stopPropagation()
    held.push(again)
    wakeUp()
  }

  function wakeUp() {
    waking ??= hydrate().finally(() => (waking = undefined))
  }

  async function hydrate() {
    const [start] = await Promise.all([load(), wholeSheets()])
    await start()
    // Its files could not be had: the page says so, HTML does what it can, and the next press tries again.
    isBroken = island.hasAttribute('ssr')
    if (!isBroken) stop.abort()
    // For an event like this React hydrates the whole of an island at once, which it does not do for a submitted form.
    if (held.length > 0) island.firstElementChild?.dispatchEvent(new Event('dragend'))
    for (const again of held.splice(0)) again()
    isBroken = false
  }
}

export default wake

export interface WakeOptions {
  on?: string[]
  keys?: string[]
  now?: boolean
  /** False where most visits never need it: its files are not fetched while the page is idle. */
  ahead?: boolean
}

/** The address names a part of the island, which may have to open it. */
function isAddressed(island: HTMLElement): boolean {
  const name = location.hash.slice(1) || new URLSearchParams(location.search).get('tab')
  return Boolean(name) && island.contains(document.getElementById(name ?? ''))
}

/** Once nothing has been asked for in a while, and only where bytes are cheap. */
function whenIdle(callback: () => void): void {
  const { saveData, effectiveType = '' } = navigator.connection ?? {}
  if (saveData || effectiveType.includes('2g')) return
  const idle = () =>
    setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(callback),
      IDLE_AFTER_MS,
    )
  whenLoaded(idle)
}

const IDLE_AFTER_MS = 4000

/** What the island adds to the page needs more rules than the page carries: see whole-sheets.js, which marks what is lost. */
function wholeSheets(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-whole]')
  return Promise.all([...links].map(arrive))
}

async function arrive(link: HTMLLinkElement): Promise<void> {
  link.rel = 'stylesheet'
  if (link.sheet) return
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
}

/** Fetches the island's files without running them. */
function preload(island: HTMLElement): void {
  for (const name of ['component-url', 'renderer-url']) {
    const url = island.getAttribute(name)
    if (!url || document.head.querySelector(`link[href="${url}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: url }))
  }
}

declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}
