import type { ClientDirective } from 'astro'

/**
 * `client:wake`: hydrates an island when somebody comes near it, and not before: the pointer, a finger, the focus, its
 * key, or an event it waits for. Presses that come before it is awake are held and given to it once, in order. What
 * HTML does by itself waits for nothing: links, `summary`, buttons with `popovertarget`. An element whose press is the
 * island's work although HTML would do something with it carries `data-hold`.
 *
 * The directive's value may name `on`, events of `window` that wake the island, and `keys` with Ctrl or Cmd, as
 * `KeyboardEvent.key` names them. Such a key is pressed again once the island is awake; listen in a layout effect.
 */
const wake: ClientDirective = (load, { value }, island) => {
  const { on = [], keys = [] } = (typeof value === 'object' ? value : {}) as WakeOptions
  const stop = new AbortController()
  const held: Held[] = []
  let waking: Promise<void> | undefined

  for (const type of ['pointerover', 'touchstart', 'focusin']) listen(island, type, wakeUp)
  for (const type of on) listen(window, type, wakeUp)
  listen(island, 'click', (event) => {
    const pressed = (event.target as Element).closest<HTMLElement>(ISLANDS_OWN)
    if (!pressed || opensElsewhere(event as MouseEvent)) return
    const link = pressed instanceof HTMLAnchorElement ? pressed.href : null
    hold(event, { again: () => pressed.click(), link })
  })
  listen(island, 'submit', (event) => {
    const { target, submitter } = event as SubmitEvent
    hold(event, { again: () => (target as HTMLFormElement).requestSubmit(submitter) })
  })
  if (keys.length > 0) {
    listen(window, 'keydown', (event) => {
      const pressed = event as KeyboardEvent
      if (!(pressed.ctrlKey || pressed.metaKey) || !keys.includes(pressed.key.toLowerCase())) return
      hold(event, { again: () => event.target?.dispatchEvent(new KeyboardEvent('keydown', pressed)) })
    })
  }
  whenIdle(() => preload(island))

  function listen(target: EventTarget, type: string, listener: (event: Event) => void) {
    target.addEventListener(type, listener, {
      capture: true,
      passive: type === 'touchstart',
      signal: stop.signal,
    })
  }

  function hold(event: Event, press: Held) {
    event.preventDefault()
    event.stopPropagation()
    held.push(press)
    wakeUp()
  }

  function wakeUp() {
    waking ??= hydrate().finally(() => (waking = undefined))
  }

  async function hydrate() {
    const start = await load()
    await start()
    // Its files could not be had: the page has said so, and the next press tries again. A link is followed after all.
    if (island.hasAttribute('ssr')) {
      const link = held.splice(0).find((press) => press.link)?.link
      if (link) location.assign(link)
      return
    }
    stop.abort()
    // For a press on an island React hydrates the whole of it first.
    for (const { again } of held.splice(0)) again()
  }
}

export default wake

export interface WakeOptions {
  on?: string[]
  keys?: string[]
}

interface Held {
  again: () => void
  link?: string | null
}

const ISLANDS_OWN = 'button:not([popovertarget], [type=submit]), [role=switch], [data-hold]'

function opensElsewhere({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey
}

/** After everything the page itself asks for, and only where bytes are cheap. */
function whenIdle(callback: () => void): void {
  const { saveData, effectiveType = '' } = navigator.connection ?? {}
  if (saveData || effectiveType.includes('2g')) return
  const idle = () => (window.requestIdleCallback ?? setTimeout)(callback)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
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
