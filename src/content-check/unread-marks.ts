import type { MdastNode } from 'satteri'

/** Markdown that isn't read as such, so that members would see its marks: why, and its offset in the whole text. */
export function unreadMarks(node: MdastNode, text: string): { message: string; from: number }[] {
  if (!('children' in node)) return []
  if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell')
    return node.children.flatMap((child) => unreadMarks(child as MdastNode, text))
  const shown = withoutRead(node, text)
  return MARKS.flatMap(({ mark, message }) =>
    [...shown.matchAll(mark)].flatMap(({ index }) => {
      const begins = shown[index] === ']' ? Math.max(0, shown.lastIndexOf('[', index)) : index
      const isEscaped = shown[begins - 1] === '\\'
      return isEscaped ? [] : [{ message, from: (node.position?.start.offset ?? 0) + begins }]
    }),
  )
}

const MARKS = [
  {
    // [[Page]] is Notion's.
    mark: /(?<!\\)\](?:\(|\[(?!\d)| \((?:https?:|mailto:|[/#<])|:\s+(?:https?:|mailto:|[/<]))|(?<!\\)\[\[[^[\]]+\]\]/g,
    message:
      'Members would see these brackets, because this isn’t a link. Write [text](address), with %20 for each space in the address; a title there needs straight quotation marks.',
  },
  {
    mark: /(?<!\\)\[\^[^[\]\s]+\]/g,
    message:
      'Members would see these brackets, because this note’s text is missing. Add a paragraph that begins with them and a colon, such as [^1]: As a PDF.',
  },
  {
    mark: /^#{2,6}[^#\s]/gm,
    message: 'Members would see these number signs. A heading needs a space after them: ## Heading.',
  },
  {
    // As Word, Notion and chats write lists.
    mark: /^(?:[•◦‣⁃▪●○·]|\[[ xX]?\])\s/gm,
    message:
      'This isn’t a list: members would see its lines as one. Begin each with a hyphen and a space, as in - One, or - [x] Done.',
  },
  {
    // '**Bold **text'
    mark: /(?<![\\*])\*\*(?!\*)[^*\n]+\*\*(?!\*)/g,
    message: 'Members would see these asterisks. Bold words have no space beside them: **bold**.',
  },
]

/** A link can also be an address alone, which may be within brackets that aren't read. */
const READ = /^(?:inlineCode|strong|emphasis|link|image|(?:link|image|footnote)Reference)$/

/** A node's source, with question marks for the code and the marks of links that are read, which nobody sees. */
function withoutRead(node: MdastNode, text: string): string {
  const [from = 0, to = 0] = [node.position?.start.offset, node.position?.end.offset]
  const isRead = READ.test(node.type) && /[[!`*_]/.test(text[from] ?? '')
  const between = (start: number, end: number) => (isRead ? '?'.repeat(end - start) : text.slice(start, end))
  let at = from
  const children = 'children' in node ? (node.children as MdastNode[]) : []
  const parts = children.map((child) => {
    const before = between(at, child.position?.start.offset ?? at)
    at = child.position?.end.offset ?? at
    return before + withoutRead(child, text)
  })
  return parts.join('') + between(at, to)
}
