import { createContext, use, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { readHash, writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH, type CohortView, type VideoView } from '#src/shared/playlist/view.ts'
import { fetchFile } from '../fetch-file.ts'
import { isInFrame } from '../player/playback.ts'
import type { Player } from '../player/usePlayer.ts'
import { openProgress } from '../progress/open.ts'
import { startOf, type Entries } from './progress.ts'
import { findVideo, firstOf, groupsAround, groupsOf, neighbourOf, type Cohorts } from './tree.ts'

/** The playlist's state: the cohorts that are here, which groups are open, and the video that is shown. */
export function usePlaylist(given: Cohorts, player: Player) {
  const entries: Entries = useSyncExternalStore(
    (listener) => openProgress().subscribe(listener),
    () => openProgress().snapshot().records,
    () => NO_ENTRIES,
  )
  const [cohorts, setCohorts] = useState(given)
  const [first] = useState(() => firstOf(given))
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(groupsAround(first)))
  const [shown, setShown] = useState<Shown>({ video: first, seconds: null, cause: 'load', missing: null })

  /** A cohort with its weeks, fetched where they are not here; as it is when that failed. */
  const bring = async (cohort: CohortView): Promise<CohortView> => {
    if (cohort.weeks) return cohort
    const found = await fetchFile<CohortView>(`${PLAYLIST_PATH}/${cohort.path}.json`)
    if (found) setCohorts((now) => now.map((one) => (one.path === found.path ? found : one)))
    return found ?? cohort
  }

  const show = (next: Shown) => {
    const { video, seconds, cause } = next
    if (video.path !== shown.video.path) player.leave()
    // A hit or a link to another moment of what plays.
    else if (seconds !== null && isInFrame(player.playback)) player.jump(video, seconds)
    setShown(next)
    setOpen((now) => new Set([...now, ...groupsAround(video)]))
    const start = startOf(entries, video, seconds)
    if (cause === 'next' || (cause === 'continue' && start > 0)) player.play(video, start)
  }

  /** Shows the video that the address names; other cohorts are fetched one after another until one has it. */
  const follow = async (cause: Cause) => {
    const asked = location.hash
    const { fragment, seconds } = readHash(asked) ?? { fragment: first.fragment, seconds: null }
    let video = findVideo(cohorts, fragment)
    // The link that skips to the content has a fragment, too.
    if (!video && document.getElementById(fragment)) return
    for (const cohort of cohorts) video ??= findVideo([await bring(cohort)], fragment)
    if (location.hash !== asked) return
    if (!video) {
      show({ video: first, seconds: null, cause, missing: fragment.replaceAll('-', ' ') })
      return
    }
    // A former name gives way to the present one, without a step in the history.
    const hash = writeHash({ fragment: video.fragment, seconds })
    if (asked && hash !== asked) history.replaceState(history.state, '', hash)
    show({ video, seconds, cause, missing: null })
  }

  /** Selects a video and puts it into the address, so that the browser keeps the history. */
  const goTo = (fragment: string, seconds: number | null, cause: Cause = 'press') => {
    const hash = writeHash({ fragment, seconds })
    // The browser's own step to a fragment would take the focus away from what was pressed.
    if (hash !== location.hash) history.pushState(null, '', hash)
    void follow(cause)
  }

  const step = (by: number, cause?: Cause) => {
    const beside = neighbourOf(cohorts, shown.video, by)
    if (beside) goTo(beside.fragment, null, cause)
  }

  const toggle = (path: string, isOpen: boolean) => {
    const cohort = cohorts.find((one) => one.path === path)
    if (isOpen && cohort) void bring(cohort)
    setOpen((now) => new Set(isOpen ? [...now, path] : [...now].filter((one) => one !== path)))
  }

  const toggleAll = async (isOpen: boolean) => {
    const all = isOpen ? groupsOf(await Promise.all(cohorts.map(bring))) : []
    setOpen(new Set(all.map(({ path }) => path)))
  }

  const onHashChange = useEffectEvent((cause: Cause) => void follow(cause))
  useLayoutEffect(() => {
    if (location.hash) onHashChange('load')
    const listener = () => onHashChange('history')
    addEventListener('hashchange', listener)
    return () => removeEventListener('hashchange', listener)
  }, [])

  return { cohorts, entries, open, shown, bring, goTo, step, toggle, toggleAll }
}

const NO_ENTRIES: Entries = new Map()

export type Playlist = ReturnType<typeof usePlaylist>

interface Shown {
  video: VideoView
  /** The moment that a link or a hit named; the video begins there, even if there is progress. */
  seconds: number | null
  cause: Cause
  /** What the address names and no cohort has; null when it names a video, or nothing. */
  missing: string | null
}

/**
 * `continue`: the link on top, which plays where the member left. `next`: the offer at a video's end, which plays in any
 * case. `history`: the browser's own buttons, or a link from elsewhere in the page.
 */
type Cause = 'load' | 'press' | 'history' | 'continue' | 'next'

export const PlaylistContext = createContext({} as PlaylistState)

interface PlaylistState {
  playlist: Playlist
  player: Player
  /** Where the video that is shown begins. */
  start: number
  /** The whole second it is at. */
  seconds: number
  /** Plays the video that is shown, from a second or where it begins, and moves the focus to the player for its keys. */
  play: (seconds?: number) => void
  focusPlayer: () => void
  /** The element around the player. */
  place: React.RefObject<HTMLDivElement | null>
}

/** Only within a `PlaylistContext`. */
export const usePlaylistState = () => use(PlaylistContext)
