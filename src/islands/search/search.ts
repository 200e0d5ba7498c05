import MiniSearch, { type SearchOptions } from 'minisearch'
import { videoPath } from '#src/shared/playlist/view.ts'
import { foldText, hasWords, isUnspaced } from '#src/shared/search-text.ts'
import type { SearchGroup, TranscriptsFile } from '#src/shared/search.ts'
import { itemKey, type SearchItem, searchesTranscripts } from './search-items.ts'

const MAX_GROUP_RESULTS = 12

export function createNameIndex(items: readonly SearchItem[]): NameIndex {
  const itemsByKey = new Map(items.map((item) => [itemKey(item), item]))
  const index = new MiniSearch<SearchItem & { id: string }>({
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
  index.addAll([...itemsByKey].map(([id, item]) => ({ ...item, id })))
  return {
    items: [...itemsByKey.values()],
    find: (query, options) => {
      const foldedQuery = foldText(query)
      // A title that is the query, or begins with it, comes before titles that contain it.
      const boostDocument = (id: unknown) => {
        const title = foldText(itemsByKey.get(id as string)?.title ?? '')
        return title.startsWith(foldedQuery) ? 1 + (10 * foldedQuery.length) / title.length : 1
      }
      return index
        .search(query, { ...options, boostDocument })
        .flatMap(({ id }) => itemsByKey.get(id as string) ?? [])
    },
  }
}

// Lines are scanned, because an index of all of them would be too large.
export function toTranscriptLines(videos: TranscriptsFile): TranscriptLine[] {
  return videos.flatMap(({ title: context, fragment, cues }) =>
    cues.map(([seconds, title]) => {
      const href = videoPath({ fragment, seconds })
      return { item: { group: 'Said in a video', title, context, href, seconds }, words: wordsOf(title) }
    }),
  )
}

/** In groups, the one with the best match first. For an empty query: the menu's pages. */
export function findResults({ names, lines, currentPath }: SearchSources, query: string): ResultGroup[] {
  const trimmed = query.trim()
  if (!trimmed) {
    const isSuggested = ({ group, context, href }: SearchItem) =>
      group === 'Pages' && !context && href !== currentPath
    return groupResults(names.items.filter(isSuggested))
  }
  const containing = names.items.filter((item) => containsQuery(item, trimmed))
  const exact = [...new Set([...names.find(trimmed), ...containing]), ...findLines(lines, trimmed)]
  // Typos are forgiven where nothing matches as typed.
  return groupResults(exact.length > 0 ? exact : names.find(trimmed, { fuzzy: 0.2 }))
}

// Members are matched as at /members; scripts without spaces by substring, because their words have no known start.
function containsQuery({ group, title, text, context, also }: SearchItem, query: string): boolean {
  return (
    (group === 'Members' || isUnspaced(query)) && hasWords([title, text, context, also].join('\n'), query)
  )
}

function findLines(lines: readonly TranscriptLine[], query: string): SearchItem[] {
  const queryWords = wordsOf(query)
  if (!searchesTranscripts(query) || queryWords.length === 0) return []
  return lines
    .filter(({ words }) => queryWords.every((queryWord) => hasWord(words, queryWord)))
    .map(({ item }) => item)
}

function hasWord(words: readonly string[], queryWord: string): boolean {
  return words.some((word) => (isUnspaced(queryWord) ? word.includes(queryWord) : word.startsWith(queryWord)))
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function groupResults(results: readonly SearchItem[]): ResultGroup[] {
  const groups = Map.groupBy(results, ({ group }) => group)
  return [...groups].map(([name, all]) => ({ name, results: all.slice(0, MAX_GROUP_RESULTS) }))
}

interface SearchSources {
  names: NameIndex
  lines: readonly TranscriptLine[]
  currentPath: string
}

interface NameIndex {
  items: readonly SearchItem[]
  find: (query: string, options?: SearchOptions) => SearchItem[]
}

interface TranscriptLine {
  item: SearchItem
  words: string[]
}

export interface ResultGroup {
  name: SearchGroup
  results: SearchItem[]
}
