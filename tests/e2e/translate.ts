/**
 * Does in a browser what the translators of Chrome and Edge do: each text node becomes an element, also in what the page
 * adds later. React can't reach such text by its node any more, so it throws on removing it or inserting beside it, and
 * what it changes stays as it was.
 */
export function translatePage(): void {
  const replaced = new WeakSet<Node>()
  // oxlint-disable-next-line typescript/unbound-method -- called with its node
  const setter = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')?.set
  Object.defineProperty(Node.prototype, 'nodeValue', {
    set(this: Text, text: string) {
      if (replaced.has(this) && !this.isConnected)
        console.error(`"${this.data}" can't become "${text}": translated`)
      setter?.call(this, text)
    },
  })

  const translate = (root: Node) => {
    const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent, nodeValue } = text
      if (!nodeValue?.trim() || !parent || parent.closest('font, noscript, option, script, style, textarea'))
        continue
      // oxlint-disable-next-line typescript/no-deprecated -- what they insert
      const font = document.createElement('font')
      font.textContent = nodeValue
      replaced.add(text)
      parent.replaceChild(font, text)
    }
  }
  translate(document.body)
  // They ask a server about new texts, so that what added them has long gone on.
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => translate(document.body), 500)
  }
  new MutationObserver(later).observe(document.body, { childList: true, subtree: true })
}
