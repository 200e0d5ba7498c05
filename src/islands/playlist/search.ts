import { SPOKEN_FROM } from '#src/shared/playlist/search.ts'
import { fetchPart } from '../fetch-part.ts'
import type { Hit, Hits, PlaylistSearch } from './search-index.ts'
import type { Loading, SearchLoader } from './search-loading.ts'
import { createStore, type Store } from '../store.ts'

/** What is asked, what was found, and which hit Enter goes to. */
export interface SearchState {
  /** As it stands in the box. */
  query: string
  hits: Hits
  /** Among `choicesOf(hits)`; -1 when there is none. */
  active: number
  loading: Loading
}

export type SearchAction =
  | { type: 'typed'; query: string; hits: Hits }
  /** There is more to ask, or nothing more to wait for: the same question has another answer. */
  | { type: 'loaded'; loading: Loading; hits: Hits }
  | { type: 'moved'; by: 1 | -1 }

export const NO_HITS: Hits = { videos: [], lines: [], total: 0, isMore: false }
export const NO_SEARCH: SearchState = { query: '', hits: NO_HITS, active: -1, loading: 'loading' }

export function reduceSearch(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case 'typed': {
      const { query, hits } = action
      return { ...state, query, hits, active: Math.min(0, hits.total - 1) }
    }
    case 'loaded': {
      const { loading, hits } = action
      // More hits leave the choice where it is.
      const before = choicesOf(state.hits)[state.active]
      const same = choicesOf(hits).findIndex((hit) => isSame(hit, before))
      return { ...state, loading, hits, active: same === -1 ? Math.min(0, hits.total - 1) : same }
    }
    case 'moved': {
      const count = choicesOf(state.hits).length
      return count === 0 ? state : { ...state, active: (state.active + action.by + count) % count }
    }
  }
}

export function choicesOf({ videos, lines }: Hits): Hit[] {
  return [...videos, ...lines]
}

/** The index, and what asks it, come when somebody first turns to the box. */
export function createSearch(cohort: string): Search {
  const store = createStore<SearchState, SearchAction>(reduceSearch, NO_SEARCH)
  let loaded: { index: PlaylistSearch; loader: SearchLoader } | null = null
  let isStarted = false

  const find = (query: string) => (loaded && query.trim() ? loaded.index.find(query.trim()) : NO_HITS)
  const loadLines = (isMore: boolean) => {
    if (store.get().query.trim().length >= SPOKEN_FROM) void loaded?.loader.lines(isMore)
  }
  const answer = () => {
    const loading = loaded?.loader.state() ?? 'loading'
    store.dispatch({ type: 'loaded', loading, hits: find(store.get().query) })
  }

  return {
    store,
    async start() {
      if (isStarted) return
      isStarted = true
      const parts = await fetchPart(() =>
        Promise.all([import('./search-index.ts'), import('./search-loading.ts')]),
      )
      isStarted = parts !== null
      if (!parts) return
      const [{ PlaylistSearch }, { loadSearch }] = parts
      const index = new PlaylistSearch()
      loaded = { index, loader: loadSearch(cohort, index, answer) }
      loaded.loader.titles()
      loadLines(false)
    },
    ask(query) {
      store.dispatch({ type: 'typed', query, hits: find(query) })
      loadLines(false)
    },
    more() {
      loadLines(true)
      answer()
    },
  }
}

export interface Search {
  store: Store<SearchState, SearchAction>
  start(): Promise<void>
  ask(query: string): void
  /** Goes on to older lines, where enough was loaded for once. */
  more(): void
}

function isSame(hit: Hit, other: Hit | undefined): boolean {
  return hit.fragment === other?.fragment && hit.seconds === other.seconds
}
