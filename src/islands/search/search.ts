import MiniSearch, { type SearchOptions } from 'minisearch'
import { pathOf } from '#src/shared/playlist/view.ts'
import { foldText, hasWords, isUnspaced } from '#src/shared/search-text.ts'
import type { GroupName, TranscriptsFile } from '#src/shared/search.ts'
import { searchesLines } from './query.ts'
import { keyOf, type SearchItem } from './sources.ts'

const MOST_IN_A_GROUP = 12

export function indexNames(items: readonly SearchItem[]): NameIndex {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const words = new MiniSearch<SearchItem & { id: string }>({
    fields: ['title', 'text', 'context', 'also'],
    tokenize: wordsOf,
    // Every word must match, by its beginning, which counts as the word.
    searchOptions: {
      boost: { title: 4, also: 2 },
      combineWith: 'AND',
      prefix: true,
      weights: { prefix: 1, fuzzy: 0.45 },
    },
  })
  words.addAll([...byKey].map(([id, item]) => ({ ...item, id })))
  return {
    items: [...byKey.values()],
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
export function readLines(videos: TranscriptsFile): Line[] {
  return videos.flatMap(({ title: context, fragment, cues }) =>
    cues.map(([seconds, title]) => {
      const href = pathOf({ fragment, seconds })
      return { item: { group: 'Said in a video', title, context, href, seconds }, words: wordsOf(title) }
    }),
  )
}

/** What matches, in groups, of which the best match has the first. Before anything is typed: the menu's pages. */
export function findIn({ names, lines, here }: Searched, query: string): HitGroup[] {
  const asked = query.trim()
  if (!asked) {
    const isFirst = ({ group, context, href }: SearchItem) => group === 'Pages' && !context && href !== here
    return grouped(names.items.filter(isFirst))
  }
  const inside = names.items.filter((item) => isAnywhere(item, asked))
  const exact = [...new Set([...names.find(asked), ...inside]), ...findLines(lines, asked)]
  // Typos are forgiven where nothing matches as typed.
  const hits = exact.length > 0 ? exact : names.find(asked, { fuzzy: 0.2 })
  return grouped(hits)
}

/** Members are found as at /members, and scripts without spaces inside a run, where no word is known to begin. */
function isAnywhere({ group, title, text, context, also }: SearchItem, query: string): boolean {
  return (
    (group === 'Members' || isUnspaced(query)) && hasWords([title, text, context, also].join('\n'), query)
  )
}

/** The lines that have every word, in the order of the playlist. */
function findLines(lines: readonly Line[], query: string): SearchItem[] {
  const asked = wordsOf(query)
  if (!searchesLines(query) || asked.length === 0) return []
  return lines.filter(({ words }) => asked.every((each) => hasWord(words, each))).map(({ item }) => item)
}

/** By the word's beginning, or anywhere in scripts without spaces. */
function hasWord(words: readonly string[], asked: string): boolean {
  return words.some((word) => (isUnspaced(asked) ? word.includes(asked) : word.startsWith(asked)))
}

/** Words as they are compared: without case, accents and ʻokina. */
function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function grouped(hits: readonly SearchItem[]): HitGroup[] {
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
  items: readonly SearchItem[]
  find: (query: string, options?: SearchOptions) => SearchItem[]
}

interface Line {
  item: SearchItem
  words: string[]
}

export interface HitGroup {
  name: GroupName
  hits: SearchItem[]
}
