import type { SearchResult } from 'minisearch'
import { foldText, writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { GROUPS, type GroupName } from '#src/shared/search.ts'
import type { Offer } from './sources.ts'

export interface Hit extends Omit<Offer, 'text' | 'also'> {
  /** The same for the same thing, whenever it is found. */
  key: string
  /** Why it was found, where its title does not say so. */
  why: string
  /** What was found, as the index holds it. */
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
  id: string
  text: string
  seconds: number
  /** The video's. */
  title: string
  fragment: string
}

export function hitOf(offer: Offer, found?: SearchResult): Hit {
  const { text, also, ...shown } = offer
  const hidden = Object.entries(found?.match ?? {}).filter(
    ([, fields]) => !fields.includes('title') && !fields.includes('context'),
  )
  const terms = hidden.map(([term]) => term)
  const isInText = hidden.some(([, fields]) => fields.includes('text'))
  const why = terms.length === 0 ? '' : isInText ? excerpt(text, terms) : also
  return { ...shown, key: keyOf(offer), why, terms: found?.terms ?? [], seconds: null }
}

export function keyOf({ href, title }: Offer): string {
  return `${href} ${title}`
}

export function lineHit({ text, seconds, title, fragment, terms }: Line & SearchResult): Hit {
  const href = PLAYLIST_PATH + writeHash({ fragment, seconds })
  return { key: href, group: 'Said in a video', title: text, context: title, why: '', terms, seconds, href }
}

/** Groups with a hit in a title come first; in a group what was chosen of late comes first, then the best. */
export function grouped(hits: readonly Hit[], recent: ReadonlySet<string>, most: number): HitGroup[] {
  const isRecent = ({ key }: Hit) => Number(recent.has(key))
  const isNamed = ({ name, hits: own }: HitGroup) =>
    Number(name !== 'Said in a video' && own.some(({ why }) => why === ''))
  return GROUPS.map((name) => {
    const own = hits.filter(({ group }) => group === name).toSorted((a, b) => isRecent(b) - isRecent(a))
    return { name, hits: own.slice(0, name === 'Recent' ? 5 : most) }
  })
    .filter((group) => group.hits.length > 0)
    .toSorted((a, b) => isNamed(b) - isNamed(a))
}

export const WORD = /([\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+)/gu

/** Whole words around the first of those that were found: about two lines of the list. */
function excerpt(text: string, terms: readonly string[]): string {
  const words = text.split(/\s+/)
  const isFound = (word: string) => word.match(WORD)?.some((part) => terms.includes(foldText(part)))
  const from = Math.max(0, words.findIndex(isFound) - 4)
  const to = from + 12
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`
}
