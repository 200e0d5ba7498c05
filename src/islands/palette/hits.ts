import type { SearchResult } from 'minisearch'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { GROUPS, type GroupName } from '#src/shared/search.ts'
import type { Offer } from './sources.ts'
import { excerpt } from './words.ts'

export interface Hit extends Omit<Offer, 'text' | 'also'> {
  /** The same for the same thing, whenever it is found. */
  key: string
  /** Why it was found, where its title does not say so. */
  why: string
  /** What was found, as an index holds it. */
  terms: readonly string[]
  /** When it is said. */
  seconds: number | null
}

export interface HitGroup {
  name: GroupName
  hits: Hit[]
}

/** A line that is said in a video. */
export interface Line {
  id: number
  text: string
  seconds: number
  /** The video's. */
  title: string
  fragment: string
}

export function keyOf({ href, title }: Offer): string {
  return `${href} ${title}`
}

export function hitOf(offer: Offer, found?: SearchResult): Hit {
  const { text, also, ...shown } = offer
  const isSeen = ([, fields]: [string, string[]]) => fields.includes('title') || fields.includes('context')
  const unseen = Object.entries(found?.match ?? {}).filter((match) => !isSeen(match))
  const isInText = unseen.some(([, fields]) => fields.includes('text'))
  const reason = isInText
    ? excerpt(
        text,
        unseen.map(([term]) => term),
      )
    : also
  const why = unseen.length > 0 ? reason : ''
  return { ...shown, key: keyOf(offer), why, terms: found?.terms ?? [], seconds: null }
}

export function lineHit({ text, seconds, title, fragment, terms }: Line & SearchResult): Hit {
  const href = PLAYLIST_PATH + writeHash({ fragment, seconds })
  return { key: href, group: 'Said in a video', title: text, context: title, why: '', terms, seconds, href }
}

/**
 * Groups in their order, those first in which a title has what was asked. In a group what was chosen of late comes
 * first, then the best.
 */
export function grouped(hits: readonly Hit[], recent: ReadonlySet<string>, onlyVideos = false): HitGroup[] {
  const isOffered = ({ href }: Hit) => !onlyVideos || href.startsWith(PLAYLIST_PATH)
  const isLate = ({ key }: Hit) => Number(recent.has(key))
  const groups = GROUPS.map((name) => {
    const own = hits.filter((hit) => hit.group === name && isOffered(hit))
    const most = name === 'Recent' ? 5 : onlyVideos ? 24 : 8
    return { name, hits: own.toSorted((a, b) => isLate(b) - isLate(a)).slice(0, most) }
  })
  const isNamed = ({ name, hits: own }: HitGroup) =>
    Number(name !== 'Said in a video' && own.some(({ why }) => why === ''))
  return groups.filter((group) => group.hits.length > 0).toSorted((a, b) => isNamed(b) - isNamed(a))
}
