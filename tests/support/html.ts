import { selectAll } from 'css-select'
import { DomUtils, parseDocument } from 'htmlparser2'

export type Document = ReturnType<typeof parseDocument>
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

export { parseDocument as parseHtml }

/** The elements that a selector finds, in the order of the page. What stands in a template counts. */
export function elements(page: Document, selector: string): Element[] {
  return selectAll<Document | Element, Element>(selector, page)
}

/** The words of an element, in one line; those of its elements have a space between them. */
export function textOf(element: Element | undefined): string {
  const texts = DomUtils.filter(DomUtils.isText, element ?? [])
  return texts.map(DomUtils.textContent).join(' ').replace(/\s+/g, ' ').trim()
}
