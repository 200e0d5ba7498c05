import type { Words } from '#src/shared/playlist/view.ts'

function wordsIn(element: Element | null): Words {
  return Array.from(element?.childNodes ?? []).flatMap((node): Words => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element)) return []
    const attributes = Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value]))
    return [[node.localName, attributes, wordsIn(node)]]
  })
}

/** What the page's other videos were before there was a script. */
export interface Before {
  /** What is said about them, by fragment. */
  descriptions: ReadonlyMap<string, Words>
  /** What somebody had done with one of them. */
  isReading: boolean
  hadFocus: boolean
}

/** Asked before the page's own videos go. */
export function beforeThis(others: HTMLElement | null): Before {
  const articles = [...(others?.querySelectorAll('article') ?? [])]
  return {
    descriptions: new Map(
      articles.map((article) => [article.id, wordsIn(article.querySelector('[data-words]'))]),
    ),
    isReading: Array.from(others?.querySelectorAll('details') ?? []).some(({ open }) => open),
    hadFocus: others?.contains(document.activeElement) ?? false,
  }
}
