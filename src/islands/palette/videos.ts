import { SPOKEN_FROM } from '#src/shared/playlist/search.ts'
import { fetchIndex, fetchMap, PlaylistSearch, type Part } from '../playlist/search-index.ts'
import { WordFinder } from '../playlist/search-words.ts'

/** How many hits of each kind are shown, and for how many parts of an index one question waits. */
export const SHOWN = 6
const PARTS_A_QUESTION = 6

/**
 * The playlist's search, which here fetches no more than a question needs: of a small playlist all of it, of a large
 * one the parts that its files of words name, the newest first.
 *
 * @param onMore is called when there is more to ask, and once there is nothing more to wait for.
 */
export function createVideos(onMore: (isNew: boolean) => void): Videos {
  const search = new PlaylistSearch()
  const coming = new Map<Part, Promise<boolean>>()
  const here = new Set<Part>()
  let map: Promise<{ parts: Part[]; finder: WordFinder | null } | null> | null = null
  let question = 0
  let state: Videos['state'] = 'settled'

  const fetchAll = async () => {
    const known = await fetchMap()
    if (!known) return null
    const { parts, words } = known
    return { parts, finder: words.length > 0 ? new WordFinder(parts, words) : null }
  }
  const take = (part: Part) => {
    const known = coming.get(part)
    if (known) return known
    const taken = fetchIndex(part).then((index) => {
      if (index) search.add(part.kind, index)
      if (index) here.add(part)
      return index !== null
    })
    coming.set(part, taken)
    return taken
  }
  const partsFor = async (query: string) => {
    const known = await (map ??= fetchAll())
    if (!known) return null
    const parts = await (known.finder?.partsFor(query) ?? known.parts)
    const ofKind = (kind: Part['kind']) =>
      parts.filter((part) => part.kind === kind).slice(0, PARTS_A_QUESTION)
    return [...ofKind('titles'), ...(query.length < SPOKEN_FROM ? [] : ofKind('spoken'))]
  }
  const isEnough = (query: string, kind: Part['kind']) => {
    const { videos, lines } = search.read(query, 'exact')
    return (kind === 'titles' ? videos : lines).length >= SHOWN
  }

  return {
    get state() {
      return state
    },
    read: (query, reading) => search.read(query, reading),
    async bring(query) {
      const mine = ++question
      state = 'loading'
      const parts = await partsFor(query)
      let isWhole = parts !== null
      for (const part of parts ?? []) {
        if (question !== mine) return
        if (here.has(part) || isEnough(query, part.kind)) continue
        isWhole = (await take(part)) && isWhole
        onMore(true)
      }
      if (question !== mine) return
      state = isWhole ? 'settled' : 'failed'
      onMore(false)
    },
  }
}

export interface Videos extends Pick<PlaylistSearch, 'read'> {
  /** `failed`: something could not be had for the last question. */
  readonly state: 'loading' | 'settled' | 'failed'
  /** Fetches what may answer. A later question ends it. */
  bring(query: string): Promise<void>
}
