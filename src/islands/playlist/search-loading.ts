import { fetchIndex, fetchMap, type Part, type PlaylistSearch } from './search-index.ts'

/** What is said in some 35 hours: a cohort, all of it transcribed, and two megabytes on their way. */
const LINES_AT_ONCE = 25_000

/** Several files at a time are quicker; they are taken up in their order all the same. */
const FILES_AT_ONCE = 8

/**
 * Brings what the search asks: all titles first, then the lines of the open cohort, then of the others, the newest
 * first, until there are enough for once. The rest comes when it is asked for.
 *
 * @param cohort whose lines come first.
 * @param onProgress is called whenever there is more to ask, or nothing more to wait for.
 */
export function loadSearch(cohort: string, search: PlaylistSearch, onProgress: () => void): SearchLoader {
  let step: Exclude<Loading, 'failed'> = 'loading'
  let hasFailed = false
  let isBusy = false
  let waiting: Promise<Part[]> | null = null

  const take = async (parts: readonly Part[]) => {
    const coming: ReturnType<typeof fetchIndex>[] = []
    for (const [at, { kind }] of parts.entries()) {
      for (const part of parts.slice(coming.length, at + FILES_AT_ONCE)) coming.push(fetchIndex(part))
      const index = await coming[at]
      if (index) search.add(kind, index)
      else hasFailed = true
      onProgress()
    }
  }

  /** @returns the lines that can be asked for afterwards. */
  const takeTitles = async () => {
    const map = await fetchMap()
    if (!map) hasFailed = true
    const isHere = (part: Part) => Number(part.cohort === cohort)
    const parts = map?.parts.toSorted((a, b) => isHere(b) - isHere(a)) ?? []
    await take(parts.filter(({ kind }) => kind === 'titles'))
    return parts.filter(({ kind }) => kind === 'spoken')
  }

  return {
    state: () => (hasFailed ? 'failed' : step),

    titles: () => {
      waiting = takeTitles()
      void waiting.then(onProgress)
    },

    lines: async (isMore = false) => {
      if (!waiting || isBusy || step === 'complete' || (step === 'more' && !isMore)) return
      isBusy = true
      step = 'loading'
      const parts = await waiting
      await take(parts.splice(0, enough(parts)))
      step = parts.length > 0 ? 'more' : 'complete'
      isBusy = false
      onProgress()
    },
  }
}

/** `more`: older lines wait to be asked for. */
export type Loading = 'loading' | 'complete' | 'failed' | 'more'

export interface SearchLoader {
  state(): Loading
  titles(): void
  /** @param isMore whether to go on where enough was loaded for once. */
  lines(isMore?: boolean): Promise<void>
}

/** How many parts make enough lines for once; one at least. */
function enough(parts: readonly Part[]): number {
  let lines = 0
  const count = parts.findIndex(({ entries }) => (lines += entries) > LINES_AT_ONCE)
  return count === -1 ? parts.length : Math.max(1, count)
}
