import type { ClientDirective } from 'astro'

/**
 * `client:interaction` hydrates an island when the pointer, a finger or the focus enters it, then replays a click on one of
 * its buttons. Links, forms and buttons with `popovertarget` or `commandfor` work without hydration.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const listeners = new AbortController()
  let clicked: HTMLElement | null = null
  let isStarted = false

  const start = async () => {
    if (isStarted) return
    isStarted = true
    const hydrate = await load()
    await hydrate()
    listeners.abort()
    clicked?.click()
  }
  const holdClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>(BUTTON)
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    clicked = button
    void start()
  }
  for (const type of ['pointerenter', 'touchstart', 'focusin'])
    island.addEventListener(type, () => void start(), { passive: true, signal: listeners.signal })
  island.addEventListener('click', holdClick, { capture: true, signal: listeners.signal })
}

export default interaction

const BUTTON = 'button:not([popovertarget], [commandfor], [type=submit])'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean
  }
}
