import MiniSearch, { type AsPlainObject, type SearchResult } from 'minisearch'
import {
  readingOf,
  type Reading,
  searchFile,
  SPOKEN_FROM,
  searchOptions,
  type SearchDocument,
  type SearchKind,
  type SearchMap,
} from '#src/shared/playlist/search.ts'
import { fetchJson } from './fetch-json.ts'
import { reasonOf } from './hit-reason.ts'

/** What matches: videos by title, description or speaker, and lines that are said in them. */
export interface Hits {
  videos: Hit[]
  lines: Hit[]
  /** How many there are besides those not counted. */
  total: number
  /** Whether there are more than were counted. */
  isMore: boolean
}

export type Hit = Pick<SearchDocument, 'fragment' | 'title' | 'week' | 'text' | 'seconds'> & {
  terms: string[]
  /** Of a video, the words that were found outside its title; null where the title says why it was found. */
  reason: string | null
}

type Index = MiniSearch<SearchDocument>

/** Asks parts of indexes in their order, the newest cohort first, and stops when it has plenty. */
export class PlaylistSearch {
  readonly #indexes: Record<SearchKind, Index[]> = { titles: [], spoken: [] }

  add(kind: SearchKind, index: Index): void {
    this.#indexes[kind].push(index)
  }

  find(query: string): Hits {
    const exact = this.read(query, 'exact')
    return exact.total > 0 ? exact : this.read(query, 'kind')
  }

  read(query: string, reading: Reading): Hits {
    const videos = this.#ask('titles', query, reading)
    const lines = query.length < SPOKEN_FROM ? NONE : this.#ask('spoken', query, reading)
    return {
      videos: videos.found.slice(0, MOST_VIDEOS).map(toHit),
      lines: lines.found.slice(0, MOST_LINES).map(toHit),
      total: videos.found.length + lines.found.length,
      isMore: videos.isMore || lines.isMore,
    }
  }

  #ask(kind: SearchKind, query: string, reading: Reading) {
    const indexes = this.#indexes[kind]
    const documents = indexes.reduce((sum, { documentCount }) => sum + documentCount, 0)
    const options = readingOf(reading, documents)
    const found: SearchResult[] = []
    let asked = 0
    while (asked < indexes.length && found.length < PLENTY)
      found.push(...(indexes[asked++]?.search(query, options) ?? []))
    return { found: found.sort((a, b) => b.score - a.score), isMore: asked < indexes.length }
  }
}

const NONE = { found: [], isMore: false }

const MOST_VIDEOS = 12
const MOST_LINES = 24

/** With so many hits nobody looks at the last: another word is needed. Older parts are not asked for more. */
const PLENTY = 100

/** What there is to be fetched, as `search.json` says, the parts in their order. null when that could not be had. */
export async function fetchMap(): Promise<{ parts: Part[]; words: string[] } | null> {
  const map = await fetchJson<SearchMap>('search')
  const partsOf = ({ cohort, ...kinds }: SearchMap['cohorts'][number], kind: SearchKind) =>
    kinds[kind].map(([entries, until], part) => ({ cohort, kind, part, entries, until }))
  return (
    map && {
      parts: map.cohorts.flatMap((cohort) => [...partsOf(cohort, 'titles'), ...partsOf(cohort, 'spoken')]),
      words: map.words,
    }
  )
}

/** A part of an index. null when it could not be had. */
export async function fetchIndex({ cohort, kind, part }: Part): Promise<Index | null> {
  const index = await fetchJson<AsPlainObject>(`${cohort}/${searchFile(kind, part)}`)
  return index && MiniSearch.loadJSAsync<SearchDocument>(index, searchOptions(kind))
}

export interface Part {
  cohort: string
  kind: SearchKind
  part: number
  entries: number
  /** The number of the video after its last. */
  until: number
}

function toHit(result: SearchResult): Hit {
  const found = result as SearchResult & SearchDocument
  const { fragment, title, week, text, seconds, terms } = found
  return { fragment, title, week, text, seconds, terms, reason: seconds === null ? reasonOf(found) : null }
}
