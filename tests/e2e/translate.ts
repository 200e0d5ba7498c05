/**
 * Does in a browser what the translators of Chrome and Edge do: each text node becomes an element. React can't reach such text
 * by its node any more, so it throws on removing it or inserting beside it, and what it changes stays as it was.
 */
export function translatePage(): void {
  const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: parent, nodeValue } = text
    if (!nodeValue?.trim() || !parent || parent.closest('font, noscript, option, script, style, textarea'))
      continue
    const font = document.createElement('font')
    font.textContent = nodeValue
    parent.replaceChild(font, text)
  }
}
