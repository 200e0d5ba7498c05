import type { Words } from '#src/shared/playlist/view.ts'

/** What the page says about its other videos, by fragment. */
export function descriptionsIn(others: HTMLElement | null): Map<string, Words> {
  const articles = [...(others?.querySelectorAll('article') ?? [])]
  return new Map(articles.map((article) => [article.id, wordsIn(article.querySelector('[data-words]'))]))
}

function wordsIn(element: Element | null): Words {
  return Array.from(element?.childNodes ?? []).flatMap((node): Words => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element)) return []
    const attributes = Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value]))
    return [[node.localName, attributes, wordsIn(node)]]
  })
}

/** What somebody had done with a video of the page before there was a script. */
export interface Before {
  isReading: boolean
  hadFocus: boolean
}

/** Asked before the page's own videos go. */
export function beforeThis(others: HTMLElement | null): Before {
  const isReading = Array.from(others?.querySelectorAll('details') ?? []).some(({ open }) => open)
  return { isReading, hadFocus: others?.contains(document.activeElement) ?? false }
}
