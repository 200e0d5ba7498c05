import { DomUtils, parseDocument } from 'htmlparser2'
import { markdownToMdast, type MdastNode } from 'satteri'
import { decode } from '../shared/decode.ts'
import { indirectLink } from '../embeds/link.ts'
import { fragmentKey, readHash } from '../shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '../shared/playlist/view.ts'
import { noPageAt } from './links.ts'
import { nearest } from '../shared/nearest.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { unreadMarks } from './unread-marks.ts'

/**
 * The mistakes in a Markdown file’s links, pictures, HTML and marks, each at the start of its address, code or mark.
 *
 * @param text the whole file, with its fields.
 * @param isVideo whether it is a video's text, on the playlist's page.
 */
export function problemsOfTextLinks(
  file: string,
  text: string,
  places: Places,
  isVideo: boolean,
): ContentProblem[] {
  const root = markdownToMdast(text)
  const wrong = referencesIn(root).flatMap((reference) => {
    const message = mistakeIn(reference, places, isVideo)
    const { from, address } = reference
    return message ? [{ message, from: Math.max(from, text.indexOf(address, from)) }] : []
  })
  return [...wrong, ...unreadMarks(root, text)].map(({ message, from }) => {
    const before = text.slice(0, from).split('\n')
    return { ...problemAt(file, text, before.length, message), column: (before.at(-1)?.length ?? 0) + 1 }
  })
}

/** The https addresses that a Markdown file links to. */
export function outwardLinks(text: string): string[] {
  return referencesIn(markdownToMdast(text)).flatMap(({ is, address }) =>
    is === 'link' && address.startsWith('https://') ? [address] : [],
  )
}

/** What a link in a text can lead to on this site. */
export interface Places {
  /** Paths of members’ pages. */
  pages: ReadonlySet<string>
  /** Paths of the files in `public`. */
  files: ReadonlySet<string>
  /** Fragments of videos, with their aliases; null while the playlist has mistakes. */
  videos: readonly string[] | null
}

function mistakeIn({ is, address }: Reference, places: Places, isVideo: boolean): string | null {
  if (is === 'code') return NO_CODE
  if (is === 'picture') return places.files.has(decode(address)) ? null : NO_SUCH_PICTURE
  return wrongLink(address, places, isVideo)
}

function wrongLink(address: string, places: Places, isVideo: boolean): string | null {
  if (/^(?:https:\/\/[^/]|mailto:.+@)/i.test(address))
    return URL.canParse(address) ? indirectLink(address) : WRITE_LINK
  if (address.startsWith('#') && isVideo) return wrongFragment(address, places)
  if (!/^\/(?!\/)/.test(address)) return WRITE_LINK
  const [written = ''] = address.split(/[?#]/)
  const hash = address.slice(written.length)
  const path = decode(written)
  if (places.files.has(path)) return null
  if (!places.pages.has(path)) return noPageAt(path, [...places.pages])
  return path === PLAYLIST_PATH && hash.startsWith('#') ? wrongFragment(hash, places) : null
}

function wrongFragment(hash: string, { videos }: Places): string | null {
  const fragment = readHash(hash)?.fragment
  if (!videos || fragment === undefined) return null
  if (videos.some((known) => fragmentKey(known) === fragmentKey(fragment))) return null
  const meant = nearest(fragment, videos)
  const remedy = meant ? `Did you mean #${meant}?` : 'Copy the address from “Share” below the video.'
  return `There’s no video at #${fragment}. ${remedy}`
}

const WRITE_LINK =
  'Write a path of this site, such as /calendar, or a full address that starts with https:// or mailto:.'
const NO_SUCH_PICTURE =
  'Pictures have to be in the folder public. Put the file there and write its path, such as /week-1.png, or delete the exclamation mark to link to it.'
const NO_CODE =
  'Embed code doesn’t work in texts. Write a link, as in [Title](https://example.org), or put the code behind `embed:` in a page’s file.'

interface Reference {
  is: 'link' | 'picture' | 'code'
  /** Of code, what it begins with. */
  address: string
  /** The offset of the link, picture or tag that holds it. */
  from: number
}

/** Every address in a text, in order; code doesn’t count. */
function referencesIn(node: MdastNode): Reference[] {
  const from = node.position?.start.offset ?? 0
  if (node.type === 'html') return referencesInHtml(node.value, from)
  const inside = 'children' in node ? node.children.flatMap((child) => referencesIn(child as MdastNode)) : []
  if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return inside
  return [{ is: node.type === 'image' ? 'picture' : 'link', address: node.url, from }, ...inside]
}

function referencesInHtml(html: string, from: number): Reference[] {
  const elements = DomUtils.findAll(() => true, parseDocument(html, { withStartIndices: true }).children)
  const code = elements.find(({ name }) => EMBED_CODE.test(name))
  return elements.flatMap((element): Reference[] => {
    const { name, attribs, startIndex } = element
    const at = from + (startIndex ?? 0)
    if (EMBED_CODE.test(name)) return element === code ? [{ is: 'code', address: '<', from: at }] : []
    return Object.entries({ link: attribs.href, picture: attribs.src }).flatMap(([is, address]) =>
      address === undefined ? [] : { is: is as 'link' | 'picture', address, from: at },
    )
  })
}

const EMBED_CODE = /^(?:audio|embed|form|iframe|object|script|source|style|video)$/
