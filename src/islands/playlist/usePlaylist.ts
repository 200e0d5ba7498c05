import { useStore } from '@nanostores/react'
import { createContext, use, useEffectEvent, useLayoutEffect, useState } from 'react'
import { readHash, writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH, type CohortView, type VideoView } from '#src/shared/playlist/view.ts'
import { fileQuery, queryClient } from '#src/lib/query-client.ts'
import type { VideoPlayer } from './player/player.ts'
import { startSecond, useProgress } from './progress.ts'
import { findVideo, firstVideo, groupPathsOf, adjacentVideo, type Cohorts } from './tree.ts'

/** The cohorts, the video that is shown, and what the member does with the list. */
export function usePlaylist(initial: Cohorts, player: VideoPlayer) {
  const [first] = useState(() => firstVideo(initial))
  const { cohorts, loadWeeks } = useCohorts(initial)
  const [shown, setShown] = useState<Shown>({ video: first, seconds: null, cause: 'load', missing: null })
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(() => new Set(groupPathsOf(first)))

  const toggleGroup = (path: string, isOpen: boolean) =>
    setOpenGroups((now) => new Set(isOpen ? [...now, path] : [...now].filter((other) => other !== path)))

  const show = (next: Shown) => {
    const { video, seconds, cause } = next
    if (video.path !== shown.video.path) player.unload()
    // A search result or a link to another moment of the video that plays.
    else if (seconds !== null && player.isLoaded()) player.jump(video, seconds)
    setShown(next)
    setOpenGroups((now) => new Set([...now, ...groupPathsOf(video)]))
    const start = startSecond(video, seconds)
    if (cause === 'next' || (cause === 'continue' && start > 0)) player.play(video, start)
  }

  /** Shows the video that the hash names. Fetches other cohorts one by one until one has it. */
  const followHash = async (cause: Cause) => {
    const asked = location.hash
    const { fragment, seconds } = readHash(asked) ?? { fragment: first.fragment, seconds: null }
    let video = findVideo(cohorts, fragment)
    // 'Skip to navigation' has a fragment, too.
    if (!video && document.getElementById(fragment)) return
    for (const cohort of cohorts) video ??= findVideo([await loadWeeks(cohort)], fragment)
    if (location.hash !== asked) return
    if (!video) {
      show({ video: first, seconds: null, cause, missing: fragment.replaceAll('-', ' ') })
      return
    }
    // A former name is replaced by the present one, without a history entry.
    const hash = writeHash({ fragment: video.fragment, seconds })
    if (asked && hash !== asked) history.replaceState(history.state, '', hash)
    show({ video, seconds, cause, missing: null })
  }
  useHashChange((cause) => void followHash(cause))

  /** Selects a video and adds it to the history. */
  const goTo = (fragment: string, seconds: number | null, cause: Cause = 'press') => {
    const hash = writeHash({ fragment, seconds })
    // Setting `location.hash` would move the focus away from the link or button that was used.
    if (hash !== location.hash) history.pushState(null, '', hash)
    void followHash(cause)
  }

  const step = (by: number, cause?: Cause) => {
    const beside = adjacentVideo(cohorts, shown.video, by)
    if (beside) goTo(beside.fragment, null, cause)
  }

  return { cohorts, shown, openGroups, toggleGroup, loadWeeks, goTo, step }
}

/** The cohorts, of which only some have their weeks yet. */
function useCohorts(initial: Cohorts) {
  const [cohorts, setCohorts] = useState(initial)

  /** A cohort with its weeks; without them when they couldn't be fetched. */
  const loadWeeks = async (cohort: CohortView): Promise<CohortView> => {
    if (cohort.weeks) return cohort
    const file = fileQuery<CohortView>(`${PLAYLIST_PATH}/${cohort.path}.json`)
    const found = await queryClient.query(file).catch(() => null)
    if (found) setCohorts((now) => now.map((one) => (one.path === found.path ? found : one)))
    return found ?? cohort
  }
  return { cohorts, loadWeeks }
}

/** Follows the hash that the page was loaded with, and each later one. */
function useHashChange(follow: (cause: Cause) => void): void {
  const onHashChange = useEffectEvent(follow)
  useLayoutEffect(() => {
    if (location.hash) onHashChange('load')
    const listener = () => onHashChange('history')
    addEventListener('hashchange', listener)
    return () => removeEventListener('hashchange', listener)
  }, [])
}

interface Shown {
  video: VideoView
  /** The second that a link or a search result named; it overrides the member's progress. */
  seconds: number | null
  cause: Cause
  /** The title in a hash that names no video; null otherwise. */
  missing: string | null
}

/**
 * `continue`: the link above the player, which plays from where the member left. `next`: 'Play next' at a video's end, which
 * always plays. `history`: Back, Forward, or a link elsewhere in the page.
 */
type Cause = 'load' | 'press' | 'history' | 'continue' | 'next'

/** Changes when another video is shown or a group opens, never while one plays. */
export const PlaylistContext = createContext<PlaylistState | null>(null)

interface PlaylistState extends ReturnType<typeof usePlaylist> {
  player: VideoPlayer
  /** The element around the player, and YouTube's frame in it. */
  place: React.RefObject<HTMLDivElement | null>
  frame: React.RefObject<HTMLIFrameElement | null>
  /** Moves the focus into YouTube's frame, which has shortcuts, or to its place until it is shown. */
  focusPlayer: () => void
  isHydrated: boolean
}

export function usePlaylistState(): PlaylistState {
  const state = use(PlaylistContext)
  if (!state) throw new Error('usePlaylistState is for components of the playlist.')
  return state
}

/** The second at which the shown video begins. */
export function useStartSecond(): number {
  const { video, seconds } = usePlaylistState().shown
  return useProgress((progress) => startSecond(video, seconds, progress))
}

/** The whole second at which the shown video is. */
export function useSeconds(): number {
  const start = useStartSecond()
  return useStore(usePlaylistState().player.$second) ?? Math.floor(start)
}
