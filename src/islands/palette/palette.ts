import type { Reading } from '#src/shared/playlist/search.ts'
import { readViewer } from '../read-viewer.ts'
import { keepRecent, readRecent, type RecentChoice } from '../recent-choices.ts'
import { createStore, type Store } from '../store.ts'
import { GROUPS, videoHit, type Hit, type HitGroup } from './hits.ts'
import { Offers } from './offers.ts'
import { sources } from './sources.ts'
import { createVideos, SHOWN } from './videos.ts'

/** What is asked, and what was found. */
export interface PaletteState {
  /** As it stands in the field. */
  query: string
  groups: HitGroup[]
  /** The key of the hit that somebody went to by an arrow; null: the first, whichever that is. */
  chosen: string | null
  loading: 'loading' | 'settled' | 'failed'
}

export type PaletteAction =
  | { type: 'answered'; query: string; groups: HitGroup[]; loading: PaletteState['loading'] }
  /** There is nothing more to wait for. */
  | { type: 'waited'; loading: PaletteState['loading'] }
  | { type: 'moved'; by: 1 | -1 }

export const NOTHING: PaletteState = { query: '', groups: [], chosen: null, loading: 'settled' }

export function reducePalette(state: PaletteState, action: PaletteAction): PaletteState {
  if (action.type === 'answered') {
    const { query, groups, loading } = action
    // More hits for the same question leave the choice where it is.
    return { query, groups, loading, chosen: query === state.query ? state.chosen : null }
  }
  if (action.type === 'waited') return { ...state, loading: action.loading }
  const hits = hitsOf(state)
  const at = hits.findIndex((hit) => hit === activeOf(state))
  return { ...state, chosen: hits.at((at + action.by) % hits.length)?.key ?? null }
}

export function hitsOf({ groups }: PaletteState): Hit[] {
  return groups.flatMap(({ hits }) => hits)
}

/** The hit that Enter goes to. */
export function activeOf(state: PaletteState): Hit | undefined {
  const hits = hitsOf(state)
  return hits.find(({ key }) => key === state.chosen) ?? hits[0]
}

/** Asks all that there is. What is fetched comes when it is started, and for what is asked. */
export function createPalette(): Palette {
  const store = createStore<PaletteState, PaletteAction>(reducePalette, NOTHING)
  const offers = new Offers(sources)
  const videos = createVideos((isNew) => {
    if (isNew || !isExact) answer(store.get().query)
    else store.dispatch({ type: 'waited', loading: loadingOf(store.get().query) })
  })
  let state: PaletteState['loading'] | null = null
  let recent: RecentChoice[] = []
  /** The last answer has the words as they were typed: it holds until there is more to ask. */
  let isExact = false

  const find = (query: string): Hit[] => {
    const exact = [...offers.find(query, 'exact'), ...videoHits(query, 'exact')]
    isExact = exact.length > 0
    if (isExact) return exact
    const similar = offers.find(query, 'kind')
    // What is on its way may have it as it was typed.
    return videos.state === 'loading' ? similar : [...similar, ...videoHits(query, 'kind')]
  }
  const videoHits = (query: string, reading: Reading) => {
    const { videos: found, lines } = videos.read(query, reading)
    return [...found.slice(0, SHOWN), ...lines.slice(0, SHOWN)].map(videoHit)
  }
  const answer = (query: string) => {
    const asked = query.trim()
    const hits = asked ? find(asked) : [...offers.again(recent), ...offers.first(recent)]
    const groups = grouped(hits, new Set(recent.map(({ key }) => key)))
    store.dispatch({ type: 'answered', query, groups, loading: loadingOf(query) })
  }
  const loadingOf = (query: string) => {
    const states = [state ?? 'loading', query.trim() ? videos.state : 'settled']
    return (['loading', 'failed'] as const).find((one) => states.includes(one)) ?? 'settled'
  }

  return {
    store,
    start() {
      recent = readRecent(readViewer().email)
      answer(store.get().query)
      if (state === 'loading' || state === 'settled') return
      state = 'loading'
      void offers
        .bring(() => answer(store.get().query))
        .then((isWhole) => {
          state = isWhole ? 'settled' : 'failed'
          answer(store.get().query)
        })
    },
    ask(query) {
      if (query.trim()) void videos.bring(query.trim())
      answer(query)
    },
    remember({ key, group, title, context, seconds, href }) {
      keepRecent(readViewer().email, { key, group, title, context, seconds, href: href ?? '' })
    },
  }
}

export interface Palette {
  store: Store<PaletteState, PaletteAction>
  /** Somebody turned to it. */
  start(): void
  ask(query: string): void
  remember(hit: Hit): void
}

/**
 * Groups in their order, those first in which a title has what was asked. In a group what was chosen of late comes
 * first, then the best.
 */
export function grouped(hits: readonly Hit[], recent: ReadonlySet<string>): HitGroup[] {
  const groups = GROUPS.map((name) => {
    const own = hits.filter(({ group }) => group === name)
    const isLate = (hit: Hit) => Number(recent.has(hit.key))
    return { name, hits: own.toSorted((a, b) => isLate(b) - isLate(a)).slice(0, MOST[name] ?? SHOWN) }
  })
  const isNamed = ({ name, hits: own }: HitGroup) =>
    Number(name !== 'Said in a video' && own.some(({ why }) => why === ''))
  return groups.filter((group) => group.hits.length > 0).toSorted((a, b) => isNamed(b) - isNamed(a))
}

const MOST: Partial<Record<HitGroup['name'], number>> = { Pages: 8, Recent: 5 }
