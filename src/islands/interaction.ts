import type { ClientDirective } from 'astro'

/**
 * `client:interaction` hydrates an island when the pointer, a finger or the focus enters it. Its links, forms and buttons with
 * `commandfor` work before that; it has no other buttons until then.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const listeners = new AbortController()
  const restoreTexts = keepTexts(island)
  const start = async () => {
    listeners.abort()
    const hydrate = await load()
    restoreTexts()
    await hydrate()
  }
  for (const type of ['pointerenter', 'touchstart', 'focusin'])
    island.addEventListener(type, () => void start(), { passive: true, signal: listeners.signal })
}

export default interaction

/**
 * Translators replace texts by `<font>`. React would render such an island again, and the dialog that opened would be gone.
 *
 * @returns what puts the island's own texts back.
 */
function keepTexts(island: HTMLElement): () => void {
  const kept = new Map<Element, Node[]>()
  for (const parent of island.querySelectorAll('*')) {
    const nodes = [...parent.childNodes]
    if (nodes.some((node) => node instanceof Text)) kept.set(parent, nodes)
  }
  return () => {
    for (const [parent, nodes] of kept)
      if (parent.querySelector(':scope > font')) parent.replaceChildren(...nodes)
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean
  }
}
