import { DomUtils, parseDocument } from 'htmlparser2'
import type { Words } from '#src/shared/playlist/view.ts'

/** A description as React can draw it. Of attributes those stay that carry meaning; what runs or loads by itself goes. */
export function wordsOf(html: string): Words {
  const blocks = parseDocument(html).childNodes
  return held(blocks.filter((node) => !DomUtils.isText(node) || node.data.trim() !== ''))
}

function held(nodes: ReturnType<typeof parseDocument>['childNodes']): Words {
  return nodes.flatMap((node): Words => {
    if (DomUtils.isText(node)) return [node.data]
    if (!DomUtils.isTag(node) || DROPPED.has(node.name)) return []
    const kept = Object.entries(node.attribs).filter(([name]) => KEPT.has(name))
    return [[node.name, Object.fromEntries(kept), held(node.childNodes)]]
  })
}

const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'iframe'])
const KEPT: ReadonlySet<string> = new Set(['href', 'title', 'src', 'alt', 'start', 'lang'])
