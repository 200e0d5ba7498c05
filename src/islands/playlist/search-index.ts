import MiniSearch, { type AsPlainObject, type SearchResult } from 'minisearch'
import {
  readingOf,
  searchFile,
  searchOptions,
  type SearchDocument,
  type SearchKind,
  type SearchParts,
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
    const exact = this.#read(query, 'exact')
    return exact.total > 0 ? exact : this.#read(query, 'kind')
  }

  #read(query: string, reading: 'exact' | 'kind'): Hits {
    const videos = this.#ask('titles', query, reading)
    const lines = this.#ask('spoken', query, reading)
    return {
      videos: videos.found.slice(0, MOST_VIDEOS).map(toHit),
      lines: lines.found.slice(0, MOST_LINES).map(toHit),
      total: videos.found.length + lines.found.length,
      isMore: videos.isMore || lines.isMore,
    }
  }

  #ask(kind: SearchKind, query: string, reading: 'exact' | 'kind') {
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

const MOST_VIDEOS = 12
const MOST_LINES = 24

/** With so many hits nobody looks at the last: another word is needed. Older parts are not asked for more. */
const PLENTY = 100

/** Which parts there are, those of this cohort first. null when that could not be had. */
export async function fetchParts(firstCohort: string): Promise<SearchParts | null> {
  const parts = await fetchJson<SearchParts>('search')
  if (parts === null) return null
  return [
    ...parts.filter(({ cohort }) => cohort === firstCohort),
    ...parts.filter(({ cohort }) => cohort !== firstCohort),
  ]
}

/** A part of an index. null when it could not be had. */
export async function fetchIndex({ cohort, kind, part }: PartAddress): Promise<Index | null> {
  const index = await fetchJson<AsPlainObject>(`${cohort}/${searchFile(kind, part)}`)
  return index && MiniSearch.loadJSAsync<SearchDocument>(index, searchOptions(kind))
}

export interface PartAddress {
  cohort: string
  kind: SearchKind
  part: number
}

function toHit(result: SearchResult): Hit {
  const found = result as SearchResult & SearchDocument
  const { fragment, title, week, text, seconds, terms } = found
  return { fragment, title, week, text, seconds, terms, reason: seconds === null ? reasonOf(found) : null }
}
