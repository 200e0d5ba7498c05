import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch'
import { foldText } from '#src/shared/playlist/fragment.ts'
import { pathOf } from '#src/shared/playlist/view.ts'
import { GROUPS, type GroupName, type SpokenFile } from '#src/shared/search.ts'
import type { Offer } from './sources.ts'

/** A word of any language, with its ʻokina. */
const WORD = /[\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+/gu

/** Shorter queries would match nearly every line, so they don't search transcripts. */
export const LINES_FROM = 3

const MOST_LINES = 24
const MOST_HITS = 8

export function indexNames(offers: readonly Offer[]): NameIndex {
  const byKey = new Map(offers.map((offer) => [keyOf(offer), offer]))
  const words = new MiniSearch<Offer & { id: string }>({
    fields: ['title', 'text', 'context', 'also'],
    processTerm: (term) => foldText(term) || null,
    tokenize: (text) => text.match(WORD) ?? [],
    // Every word must match, by its beginning.
    searchOptions: { boost: { title: 4, also: 2 }, combineWith: 'AND', prefix: true },
  })
  words.addAll([...byKey].map(([id, offer]) => ({ ...offer, id })))
  return {
    offers: [...byKey.values()],
    find: (query, options) => {
      const asked = foldText(query)
      // What is called as was typed, or nearly so, comes before what only contains it.
      const boostDocument = (id: unknown) => {
        const title = foldText(byKey.get(id as string)?.title ?? '')
        return title.startsWith(asked) ? 1 + (10 * asked.length) / title.length : 1
      }
      return words.search(query, { ...options, boostDocument }).flatMap((result) => {
        const offer = byKey.get(result.id as string)
        return offer ? hitOf(offer, result) : []
      })
    },
  }
}

/** The lines of transcripts with their words: scanned, because an index of all lines would be too large. */
export function readLines(videos: SpokenFile): Line[] {
  return videos.flatMap(({ title: context, fragment, cues }) =>
    cues.map(([seconds, title]) => {
      const href = pathOf({ fragment, seconds })
      return { offer: { group: 'Said in a video', title, context, href, seconds }, words: wordsOf(title) }
    }),
  )
}

/** What matches, in groups. Before anything is typed: the menu's pages or the newest videos. */
export function findIn({ names, lines, here }: Searched, { query, onlyVideos }: Asked): HitGroup[] {
  const asked = query.trim()
  const isOffered = ({ group }: Offer) => !onlyVideos || group === 'Videos' || group === 'Said in a video'
  if (!asked) {
    const isFirst = ({ group, context }: Offer) =>
      onlyVideos ? group === 'Videos' : group === 'Pages' && !context
    const first = names.offers.filter((offer) => offer.href !== here && isFirst(offer))
    return grouped(
      first.map((offer) => hitOf(offer)),
      MOST_HITS,
    )
  }
  const exact = [...names.find(asked), ...findLines(lines, asked)]
  // Typos are forgiven where nothing matches as typed.
  const hits = exact.length > 0 ? exact : names.find(asked, { fuzzy: 0.2 })
  return grouped(hits.filter(isOffered), onlyVideos ? MOST_LINES : MOST_HITS)
}

/** The lines that match every word by its beginning, in the order of the playlist. */
function findLines(lines: readonly Line[], query: string): Hit[] {
  const asked = wordsOf(query)
  if (query.length < LINES_FROM || asked.length === 0) return []
  return lines
    .filter(({ words }) => asked.every((start) => words.some((word) => word.startsWith(start))))
    .slice(0, MOST_LINES)
    .map(({ offer }) => hitOf(offer))
}

/** Words as they are compared: without case, accents and ʻokina. */
function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(foldText).filter(Boolean)
}

function keyOf({ href, title }: Offer): string {
  return `${href} ${title}`
}

function hitOf(offer: Offer, found?: SearchResult): Hit {
  const hidden = Object.entries(found?.match ?? {}).filter(
    ([, fields]) => !fields.includes('title') && !fields.includes('context'),
  )
  const terms = hidden.map(([term]) => term)
  // Synonyms explain nothing to the reader; speakers and places do.
  const also = /^(?:Videos|Events)$/.test(offer.group) ? offer.also : ''
  const why = terms.length > 0 ? excerpt(offer.text ?? '', terms) || (also ?? '') : ''
  return { ...offer, key: keyOf(offer), why }
}

/** Groups with a match in a title come first, and the best match within each group. */
function grouped(hits: readonly Hit[], most: number): HitGroup[] {
  const isNamed = (own: Hit[]) =>
    Number(own.some(({ why, group }) => why === '' && group !== 'Said in a video'))
  return GROUPS.map((name) => ({ name, hits: hits.filter(({ group }) => group === name).slice(0, most) }))
    .filter((group) => group.hits.length > 0)
    .toSorted((a, b) => isNamed(b.hits) - isNamed(a.hits))
}

/** The first sentence that has one of the terms. */
function excerpt(text: string, terms: readonly string[]): string {
  const isFound = (words: string) => words.match(WORD)?.some((word) => terms.includes(foldText(word)))
  return text.split(/(?<=[.!?])\s+|\n+/).find(isFound) ?? ''
}

export interface Asked {
  /** The field's text. */
  query: string
  onlyVideos: boolean
}

interface Searched {
  names: NameIndex
  lines: readonly Line[]
  /** The path of this page, which isn't offered first. */
  here: string
}

interface NameIndex {
  offers: readonly Offer[]
  find: (query: string, options?: SearchOptions) => Hit[]
}

interface Line {
  offer: Offer
  words: string[]
}

export interface HitGroup {
  name: GroupName
  hits: Hit[]
}

export interface Hit extends Offer {
  /** Stable across searches. */
  key: string
  /** Why it matched, where its title doesn't show that. */
  why: string
}
