import { markdownToMdast, type MdastNode } from 'satteri'
import { decode } from '../shared/decode.ts'
import { indirectLink } from '../embeds/link.ts'
import { fragmentKey, readHash } from '../shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '../shared/playlist/view.ts'
import { pathProblem, type SiteMap } from './links.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { FRONT_MATTER } from './read-file.ts'

export function problemsOfTextLinks(
  file: string,
  text: string,
  site: SiteMap,
  isVideo = false,
): ContentProblem[] {
  // Line numbers stay those of the file.
  const body = text.replace(FRONT_MATTER, (fields) => fields.replace(/[^\n]/g, ''))
  return referencesIn(markdownToMdast(body)).flatMap((reference) => {
    const message = mistakeIn(reference, site, isVideo)
    return message ? [problemAt(file, text, reference.line, message)] : []
  })
}

export function outwardLinks(text: string): string[] {
  return referencesIn(markdownToMdast(text)).flatMap(({ kind, address }) =>
    kind === 'link' && address.startsWith('https://') ? [address] : [],
  )
}

function mistakeIn({ kind, address }: Reference, site: SiteMap, isVideo: boolean): string | null {
  if (kind === 'code') return NO_CODE
  if (kind === 'picture') return site.files.includes(decode(address)) ? null : NO_SUCH_PICTURE
  if (/^(?:https:\/\/[^/]|mailto:.+@)/i.test(address))
    return URL.canParse(address) ? indirectLink(address) : WRITE_LINK
  if (address.startsWith('#') && isVideo) return wrongFragment(address, site)
  if (!/^\/(?!\/)/.test(address)) return WRITE_LINK
  const [written = ''] = address.split(/[?#]/)
  const hash = address.slice(written.length)
  const path = decode(written)
  if (site.files.includes(path)) return null
  return pathProblem(path, site) ?? (path === PLAYLIST_PATH ? wrongFragment(hash, site) : null)
}

function wrongFragment(hash: string, { videos }: SiteMap): string | null {
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
  kind: 'link' | 'picture' | 'code'
  address: string
  line: number
}

function referencesIn(node: MdastNode): Reference[] {
  const line = node.position?.start.line ?? 1
  if (node.type === 'html') return referencesInHtml(node.value, line)
  const inside = 'children' in node ? node.children.flatMap((child) => referencesIn(child as MdastNode)) : []
  if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return inside
  return [{ kind: node.type === 'image' ? 'picture' : 'link', address: node.url, line }, ...inside]
}

function referencesInHtml(html: string, line: number): Reference[] {
  if (EMBED_CODE.test(html)) return [{ kind: 'code', address: '', line }]
  return [...html.matchAll(/\s(href|src)\s*=\s*["']?([^\s"'>]+)/gi)].map(([, name = '', address = '']) => ({
    kind: name.toLowerCase() === 'src' ? 'picture' : 'link',
    address,
    line,
  }))
}

const EMBED_CODE = /<(?:audio|embed|form|iframe|object|script|source|style|video)\b/i
