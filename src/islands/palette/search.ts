import MiniSearch, { type SearchOptions } from 'minisearch'
import { foldText } from '#src/shared/playlist/fragment.ts'
import { pathOf } from '#src/shared/playlist/view.ts'
import type { GroupName, SpokenFile } from '#src/shared/search.ts'
import type { Offer } from './sources.ts'

/** A word of any language, with its ʻokina. */
const WORD = /[\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+/gu

/** Shorter queries would match nearly every line, so they don't search transcripts. */
export const LINES_FROM = 3

const MOST_IN_A_GROUP = 12

export function indexNames(offers: readonly Offer[]): NameIndex {
  const byKey = new Map(offers.map((offer) => [keyOf(offer), offer]))
  const words = new MiniSearch<Offer & { id: string }>({
    fields: ['title', 'text', 'context', 'also'],
    processTerm: (term) => foldText(term) || null,
    tokenize: (text) => text.match(WORD) ?? [],
    // Every word must match, by its beginning, which counts as the word.
    searchOptions: {
      boost: { title: 4, also: 2 },
      combineWith: 'AND',
      prefix: true,
      weights: { prefix: 1, fuzzy: 0.45 },
    },
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
      return words
        .search(query, { ...options, boostDocument })
        .flatMap(({ id }) => byKey.get(id as string) ?? [])
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

/** What matches, in groups, of which the best match has the first. Before anything is typed: the menu's pages. */
export function findIn({ names, lines, here }: Searched, query: string): HitGroup[] {
  const asked = query.trim()
  if (!asked) {
    const isFirst = ({ group, context, href }: Offer) => group === 'Pages' && !context && href !== here
    return grouped(names.offers.filter(isFirst))
  }
  const exact = [...names.find(asked), ...findLines(lines, asked)]
  // Typos are forgiven where nothing matches as typed.
  const hits = exact.length > 0 ? exact : names.find(asked, { fuzzy: 0.2 })
  return grouped(hits)
}

/** The lines that match every word by its beginning, in the order of the playlist. */
function findLines(lines: readonly Line[], query: string): Offer[] {
  const asked = wordsOf(query)
  if (query.length < LINES_FROM || asked.length === 0) return []
  return lines
    .filter(({ words }) => asked.every((start) => words.some((word) => word.startsWith(start))))
    .map(({ offer }) => offer)
}

/** Words as they are compared: without case, accents and ʻokina. */
function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(foldText).filter(Boolean)
}

/** Stable across searches. */
export function keyOf({ href, title }: Offer): string {
  return `${href} ${title}`
}

function grouped(hits: readonly Offer[]): HitGroup[] {
  const groups = Map.groupBy(hits, ({ group }) => group)
  return [...groups].map(([name, all]) => ({ name, hits: all.slice(0, MOST_IN_A_GROUP) }))
}

interface Searched {
  names: NameIndex
  lines: readonly Line[]
  /** The path of this page, which isn't offered first. */
  here: string
}

interface NameIndex {
  offers: readonly Offer[]
  find: (query: string, options?: SearchOptions) => Offer[]
}

interface Line {
  offer: Offer
  words: string[]
}

export interface HitGroup {
  name: GroupName
  hits: Offer[]
}
