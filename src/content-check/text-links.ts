import { markdownToMdast, type MdastNode } from 'satteri'
import { fragmentKey, readHash } from '../shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '../shared/playlist/view.ts'
import { noPageAt } from './links.ts'
import { nearest } from '../shared/nearest.ts'
import { problemAt, type Problem } from './problem.ts'

/**
 * What is wrong with the links and pictures of a Markdown file, each where its address begins.
 *
 * @param text the whole file, with its fields.
 * @param shows what becomes of it: a video's text stands on the playlist's page and may show pictures.
 */
export function problemsOfTextLinks(file: string, text: string, places: Places, shows: Shows): Problem[] {
  return mentionsIn(markdownToMdast(text)).flatMap(({ address, isPicture, from }) => {
    const message = isPicture ? wrongPicture(address, places, shows) : wrongLink(address, places, shows)
    if (!message) return []
    const before = text.slice(0, Math.max(from, text.indexOf(address, from))).split('\n')
    return [{ ...problemAt(file, text, before.length, message), column: (before.at(-1)?.length ?? 0) + 1 }]
  })
}

type Shows = 'video' | 'announcement'

/** The whole addresses that a Markdown file links to. */
export function outwardLinks(text: string): string[] {
  return mentionsIn(markdownToMdast(text)).flatMap(({ address, isPicture }) =>
    !isPicture && address.startsWith('https://') ? [address] : [],
  )
}

/** Where a link of a text may lead on this site. */
export interface Places {
  /** Paths of members’ pages. */
  pages: ReadonlySet<string>
  /** Paths of what lies in `public`. */
  files: ReadonlySet<string>
  /** Fragments of videos, former ones too; null while the playlist has mistakes. */
  videos: readonly string[] | null
}

function wrongLink(address: string, places: Places, shows: Shows): string | null {
  if (/^(?:https:\/\/[^/]|mailto:.+@)/.test(address)) return URL.canParse(address) ? null : WRITE
  if (address.startsWith('#') && shows === 'video') return wrongFragment(address, places)
  if (!/^\/(?!\/)/.test(address)) return WRITE
  const [path = ''] = address.split(/[?#]/)
  const hash = address.slice(path.length)
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
  return `No video is at #${fragment}. ${remedy}`
}

function wrongPicture(address: string, { files }: Places, shows: Shows): string | null {
  if (shows === 'announcement') return NO_PICTURE
  return files.has(address) ? null : NO_SUCH_PICTURE
}

const WRITE =
  'Write a path of this site, such as /calendar, or a whole address that begins with https:// or mailto:.'
const NO_PICTURE = 'Announcements show no pictures. Take it out, or link to it: without the exclamation mark.'
const NO_SUCH_PICTURE =
  'Pictures are shown from the folder public alone. Put the file there and write its path, such as /week-1.png, or link to it: without the exclamation mark.'

interface Mention {
  address: string
  isPicture: boolean
  /** Where what holds it begins in the text. */
  from: number
}

/** Every address in a text, in its order. What stands in code is none. */
function mentionsIn(node: MdastNode): Mention[] {
  const from = node.position?.start.offset ?? 0
  if (node.type === 'html')
    return [...node.value.matchAll(/\b(href|src)\s*=\s*["']([^"']*)["']/gi)].map((match) => ({
      address: match[2] ?? '',
      isPicture: match[1]?.toLowerCase() === 'src',
      from: from + match.index,
    }))
  const inside = 'children' in node ? node.children.flatMap((child) => mentionsIn(child as MdastNode)) : []
  if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return inside
  return [{ address: node.url, isPicture: node.type === 'image', from }, ...inside]
}
