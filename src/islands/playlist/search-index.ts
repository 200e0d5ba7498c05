import MiniSearch, { type SearchResult } from 'minisearch'
import {
  prefixFrom,
  searchFiles,
  searchOptions,
  type SearchDocument,
  type SearchFile,
} from '#src/shared/playlist/search.ts'

/** Everything that matches, by video: those found by title first, then the lines that are said. */
export interface Hits {
  videos: Hit[]
  lines: Hit[]
  /** All of them; the lists hold the best. */
  total: number
}

export type Hit = Pick<SearchDocument, 'fragment' | 'title' | 'week' | 'text' | 'seconds'> & {
  terms: string[]
}

/** Fetches the indexes one by one, the newest cohort first, and answers from those that are here. */
export class PlaylistSearch {
  readonly #indexes: Record<SearchFile, MiniSearch<SearchDocument>[]> = { titles: [], spoken: [] }

  /**
   * @param onProgress is called whenever another index is here.
   * @returns false when any could not be had.
   */
  async load(path: string, cohorts: readonly string[], onProgress: () => void): Promise<boolean> {
    let complete = true
    for (const file of searchFiles) {
      for (const cohort of cohorts) {
        const answer = await fetch(`${path}/${cohort}/${file}.json`, { redirect: 'manual' }).catch(() => null)
        complete &&= answer?.ok ?? false
        if (!answer?.ok) continue
        this.#indexes[file].push(await MiniSearch.loadJSONAsync(await answer.text(), searchOptions(file)))
        onProgress()
      }
    }
    return complete
  }

  find(query: string): Hits {
    const videos = this.#ask('titles', query)
    const lines = this.#ask('spoken', query)
    return {
      videos: videos.slice(0, MOST_VIDEOS).map(toHit),
      lines: lines.slice(0, MOST_LINES).map(toHit),
      total: videos.length + lines.length,
    }
  }

  #ask(file: SearchFile, query: string): SearchResult[] {
    return this.#indexes[file]
      .flatMap((index) => index.search(query, { prefix: prefixFrom(index.documentCount) }))
      .sort((a, b) => b.score - a.score)
  }
}

const MOST_VIDEOS = 12
const MOST_LINES = 24

function toHit(result: SearchResult): Hit {
  const { fragment, title, week, text, seconds } = result as SearchResult & SearchDocument
  return { fragment, title, week, text, seconds, terms: result.terms }
}
