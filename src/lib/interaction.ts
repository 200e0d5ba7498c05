import type { ClientDirective } from 'astro'

/**
 * `client:interaction` hydrates an island when it is pressed or focused, but for its links and groups, then replays a click on one
 * of its buttons. Links, `<details>`, forms and buttons with `popovertarget` or `commandfor` work without hydration.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const listeners = new AbortController()
  const restoreTexts = keepTexts(island)
  let clicked: HTMLElement | null = null
  let isStarted = false

  const start = async () => {
    if (isStarted) return
    isStarted = true
    const hydrate = await load()
    restoreTexts()
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
  const startUnlessLink = ({ target }: Event) => {
    if (!(target as Element).closest('a, summary')) void start()
  }
  for (const type of ['pointerdown', 'focusin'])
    island.addEventListener(type, startUnlessLink, { passive: true, signal: listeners.signal })
  island.addEventListener('click', holdClick, { capture: true, signal: listeners.signal })
}

export default interaction

/**
 * Translators replace texts by `<font>`. React would render such an island again, and the dialog that opened would be gone.
 *
 * @returns what puts the island's own texts back.
 */
function keepTexts(island: HTMLElement): () => void {
  const kept = new Map<Element, Node[]>()
  for (const parent of island.querySelectorAll(':not(astro-slot *)')) {
    const nodes = [...parent.childNodes]
    if (nodes.some((node) => node instanceof Text)) kept.set(parent, nodes)
  }
  return () => {
    for (const [parent, nodes] of kept)
      if (parent.querySelector(':scope > font')) parent.replaceChildren(...nodes)
  }
}

const BUTTON = 'button:not([popovertarget], [commandfor], [data-open-all], [type=submit])'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean
  }
}
