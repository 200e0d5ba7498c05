import { markdownToMdast, type MdastNode } from 'satteri'
import { fragmentKey, readHash } from '../shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '../shared/playlist/view.ts'
import { noPageAt } from './links.ts'
import { nearest } from '../shared/nearest.ts'
import { problemAt, type Problem } from './problem.ts'

/**
 * The mistakes in a Markdown file’s links and pictures, each at the start of its address.
 *
 * @param text the whole file, with its fields.
 * @param shows where it appears: a video's text is on the playlist's page and may show pictures.
 */
export function problemsOfTextLinks(file: string, text: string, places: Places, shows: Shows): Problem[] {
  return referencesIn(markdownToMdast(text)).flatMap(({ address, isPicture, from }) => {
    const message = isPicture ? wrongPicture(address, places, shows) : wrongLink(address, places, shows)
    if (!message) return []
    const before = text.slice(0, Math.max(from, text.indexOf(address, from))).split('\n')
    return [{ ...problemAt(file, text, before.length, message), column: (before.at(-1)?.length ?? 0) + 1 }]
  })
}

type Shows = 'video' | 'announcement'

/** The https addresses that a Markdown file links to. */
export function outwardLinks(text: string): string[] {
  return referencesIn(markdownToMdast(text)).flatMap(({ address, isPicture }) =>
    !isPicture && address.startsWith('https://') ? [address] : [],
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

function wrongLink(address: string, places: Places, shows: Shows): string | null {
  if (/^(?:https:\/\/[^/]|mailto:.+@)/.test(address)) return URL.canParse(address) ? null : WRITE_LINK
  if (address.startsWith('#') && shows === 'video') return wrongFragment(address, places)
  if (!/^\/(?!\/)/.test(address)) return WRITE_LINK
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
  return `There’s no video at #${fragment}. ${remedy}`
}

function wrongPicture(address: string, { files }: Places, shows: Shows): string | null {
  if (shows === 'announcement') return NO_PICTURE
  return files.has(address) ? null : NO_SUCH_PICTURE
}

const WRITE_LINK =
  'Write a path of this site, such as /calendar, or a full address that starts with https:// or mailto:.'
const NO_PICTURE =
  'Announcements can’t show pictures. Remove it, or delete the exclamation mark to link to it.'
const NO_SUCH_PICTURE =
  'Pictures have to be in the folder public. Put the file there and write its path, such as /week-1.png, or delete the exclamation mark to link to it.'

interface Reference {
  address: string
  isPicture: boolean
  /** The offset of the link, picture or tag that holds it. */
  from: number
}

/** Every address in a text, in order; code doesn’t count. */
function referencesIn(node: MdastNode): Reference[] {
  const from = node.position?.start.offset ?? 0
  if (node.type === 'html')
    return [...node.value.matchAll(/\b(href|src)\s*=\s*["']([^"']*)["']/gi)].map((match) => ({
      address: match[2] ?? '',
      isPicture: match[1]?.toLowerCase() === 'src',
      from: from + match.index,
    }))
  const inside = 'children' in node ? node.children.flatMap((child) => referencesIn(child as MdastNode)) : []
  if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return inside
  return [{ address: node.url, isPicture: node.type === 'image', from }, ...inside]
}
