import { markdownToMdast, type MdastNode } from 'satteri'
import { decode } from '../shared/decode.ts'
import { indirectLink } from '../embeds/link.ts'
import { fragmentKey, readHash } from '../shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '../shared/playlist/view.ts'
import { pathProblem, type SiteMap } from './links.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { FRONT_MATTER } from './read-file.ts'

export function problemsOfTextLinks(file: string, text: string, places: Places): ContentProblem[] {
  // Line numbers stay those of the file.
  const body = text.replace(FRONT_MATTER, (fields) => fields.replace(/[^\n]/g, ''))
  return referencesIn(markdownToMdast(body)).flatMap((reference) => {
    const message = mistakeIn(reference, places)
    return message ? [problemAt(file, text, reference.line, message)] : []
  })
}

export function outwardLinks(text: string): string[] {
  return referencesIn(markdownToMdast(text)).flatMap(({ is, address }) =>
    is === 'link' && address.startsWith('https://') ? [address] : [],
  )
}

export interface Places {
  site: SiteMap
  files: readonly string[]
  /** Fragments of videos, with their aliases; null while the playlist has mistakes. */
  videos: readonly string[] | null
  isVideo: boolean
}

function mistakeIn({ is, address }: Reference, places: Places): string | null {
  if (is === 'code') return NO_CODE
  if (is === 'picture') return places.files.includes(decode(address)) ? null : NO_SUCH_PICTURE
  if (/^(?:https:\/\/[^/]|mailto:.+@)/i.test(address))
    return URL.canParse(address) ? indirectLink(address) : WRITE_LINK
  if (address.startsWith('#') && places.isVideo) return wrongFragment(address, places)
  if (!/^\/(?!\/)/.test(address)) return WRITE_LINK
  const [written = ''] = address.split(/[?#]/)
  const hash = address.slice(written.length)
  const path = decode(written)
  if (places.files.includes(path)) return null
  return pathProblem(path, places.site) ?? (path === PLAYLIST_PATH ? wrongFragment(hash, places) : null)
}

function wrongFragment(hash: string, { videos }: Places): string | null {
  const fragment = readHash(hash)?.fragment
  if (!videos || fragment === undefined) return null
  if (videos.some((known) => fragmentKey(known) === fragmentKey(fragment))) return null
  return `There’s no video at #${fragment}. Copy the address from “Share” below the video.`
}

const WRITE_LINK =
  'Write a path of this site, such as /calendar, or a full address that starts with https:// or mailto:.'
const NO_SUCH_PICTURE =
  'Pictures have to be in the folder public. Put the file there and write its path, such as /week-1.png, or delete the exclamation mark to link to it.'
const NO_CODE =
  'Embed code doesn’t work in texts. Write a link, as in [Title](https://example.org), or put the code behind `embed:` in a page’s file.'

interface Reference {
  is: 'link' | 'picture' | 'code'
  address: string
  line: number
}

function referencesIn(node: MdastNode): Reference[] {
  const line = node.position?.start.line ?? 1
  if (node.type === 'html') return referencesInHtml(node.value, line)
  const inside = 'children' in node ? node.children.flatMap((child) => referencesIn(child as MdastNode)) : []
  if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return inside
  return [{ is: node.type === 'image' ? 'picture' : 'link', address: node.url, line }, ...inside]
}

function referencesInHtml(html: string, line: number): Reference[] {
  if (EMBED_CODE.test(html)) return [{ is: 'code', address: '', line }]
  return [...html.matchAll(/\s(href|src)\s*=\s*["']?([^\s"'>]+)/gi)].map(([, name = '', address = '']) => ({
    is: name.toLowerCase() === 'src' ? 'picture' : 'link',
    address,
    line,
  }))
}

const EMBED_CODE = /<(?:audio|embed|form|iframe|object|script|source|style|video)\b/i
