import { DomUtils, parseDocument } from 'htmlparser2'

/** A description without scripts, styles and frames, and with only the attributes listed below. */
export function cleanHtml(html: string): string {
  const document = parseDocument(html)
  for (const element of DomUtils.findAll(() => true, document.childNodes)) {
    if (DROPPED.has(element.name)) DomUtils.removeElement(element)
    element.attribs = Object.fromEntries(Object.entries(element.attribs).filter(([name]) => KEPT.has(name)))
  }
  // oxlint-disable-next-line typescript/no-deprecated -- the alternative is a package of its own
  return DomUtils.getInnerHTML(document)
}

const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'iframe'])
const KEPT: ReadonlySet<string> = new Set(['href', 'title', 'src', 'alt', 'start', 'lang'])
