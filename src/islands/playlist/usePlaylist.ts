import { useStore } from '@nanostores/react'
import { createContext, type RefObject, use, useEffectEvent, useLayoutEffect, useState } from 'react'
import { fileQuery, queryClient } from '#src/lib/query-client.ts'
import { readHash, writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH, type CohortView, type VideoView } from '#src/shared/playlist/view.ts'
import type { VideoPlayer } from './player/player.ts'
import { startSecond, useProgress } from './useProgress.ts'
import { findVideo, firstVideo, groupPathsOf, adjacentVideo, type Cohorts } from './tree.ts'

export function usePlaylist(initialCohorts: Cohorts, player: VideoPlayer) {
  const [defaultVideo] = useState(() => firstVideo(initialCohorts))
  const { cohorts, loadWeeks } = useCohorts(initialCohorts)
  const [selection, setSelection] = useState<Selection>({
    video: defaultVideo,
    linkedSeconds: null,
    trigger: 'load',
    missingTitle: null,
  })
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(() => new Set(groupPathsOf(defaultVideo)))

  const toggleGroup = (path: string, isOpen: boolean) =>
    setOpenGroups((open) => new Set(isOpen ? [...open, path] : [...open].filter((other) => other !== path)))

  const select = (next: Selection) => {
    const { video, linkedSeconds, trigger } = next
    if (video.path !== selection.video.path) player.unload()
    // A search result or a link to another moment of the video that plays.
    else if (linkedSeconds !== null && player.isLoaded()) player.jump(video, linkedSeconds)
    setSelection(next)
    setOpenGroups((open) => new Set([...open, ...groupPathsOf(video)]))
    const start = startSecond(video, linkedSeconds)
    if (trigger === 'next' || (trigger === 'continue' && start > 0)) player.play(video, start)
  }

  const selectVideo = useHashSelection({ cohorts, defaultVideo, loadWeeks, select })

  const selectAdjacent = (offset: Offset, trigger?: Trigger) => {
    const video = adjacentVideo(cohorts, selection.video, offset)
    if (video) selectVideo(video.fragment, null, trigger)
  }

  return { cohorts, selection, openGroups, toggleGroup, loadWeeks, selectVideo, selectAdjacent }
}

function useHashSelection({ cohorts, defaultVideo, loadWeeks, select }: HashSelectionOptions) {
  const selectFromHash = async (trigger: Trigger) => {
    const { hash } = location
    const { fragment, seconds } = readHash(hash) ?? { fragment: defaultVideo.fragment, seconds: null }
    let video = findVideo(cohorts, fragment)
    // 'Skip to navigation' has a fragment, too.
    if (!video && document.getElementById(fragment)) return
    for (const cohort of cohorts) video ??= findVideo([await loadWeeks(cohort)], fragment)
    if (location.hash !== hash) return
    if (!video) {
      const missingTitle = fragment.replaceAll('-', ' ')
      select({ video: defaultVideo, linkedSeconds: null, trigger, missingTitle })
      return
    }
    // A former name is replaced by the present one, without a history entry.
    const canonicalHash = writeHash({ fragment: video.fragment, seconds })
    if (hash && canonicalHash !== hash) history.replaceState(history.state, '', canonicalHash)
    select({ video, linkedSeconds: seconds, trigger, missingTitle: null })
  }
  useHashChange((trigger) => void selectFromHash(trigger))

  return (fragment: string, seconds: number | null, trigger: Trigger = 'press') => {
    const hash = writeHash({ fragment, seconds })
    // Setting `location.hash` would move the focus away from the link or button that was used.
    if (hash !== location.hash) history.pushState(null, '', hash)
    void selectFromHash(trigger)
  }
}

interface HashSelectionOptions {
  cohorts: Cohorts
  defaultVideo: VideoView
  loadWeeks: (cohort: CohortView) => Promise<CohortView>
  select: (selection: Selection) => void
}

// The page has the weeks of one cohort; those of others are fetched on demand.
function useCohorts(initialCohorts: Cohorts) {
  const [cohorts, setCohorts] = useState(initialCohorts)

  const loadWeeks = async (cohort: CohortView): Promise<CohortView> => {
    if (cohort.weeks) return cohort
    const file = fileQuery<CohortView>(`${PLAYLIST_PATH}/${cohort.path}.json`)
    const loaded = await queryClient.query(file).catch(() => null)
    if (loaded) setCohorts((all) => all.map((other) => (other.path === loaded.path ? loaded : other)))
    return loaded ?? cohort
  }
  return { cohorts, loadWeeks }
}

function useHashChange(callback: (trigger: Trigger) => void): void {
  const onHashChange = useEffectEvent(callback)
  useLayoutEffect(() => {
    if (location.hash) onHashChange('load')
    const listener = () => onHashChange('history')
    addEventListener('hashchange', listener)
    return () => removeEventListener('hashchange', listener)
  }, [])
}

interface Selection {
  video: VideoView
  /** Of a link or a search result; overrides the member's progress. */
  linkedSeconds: number | null
  trigger: Trigger
  /** The title in a hash that names no video; null otherwise. */
  missingTitle: string | null
}

/**
 * `continue`: the link above the player, which plays from where the member left. `next`: 'Play next' at a video's end, which
 * always plays. `history`: Back, Forward, or a link elsewhere in the page.
 */
type Trigger = 'load' | 'press' | 'history' | 'continue' | 'next'

export type Offset = -1 | 1

// Changes when another video is shown or a group opens, never while one plays.
export const PlaylistContext = createContext<PlaylistContextValue | null>(null)

interface PlaylistContextValue extends ReturnType<typeof usePlaylist> {
  player: VideoPlayer
  playerRef: RefObject<HTMLDivElement | null>
  frameRef: RefObject<HTMLIFrameElement | null>
  /** Moves the focus into YouTube's frame, which has shortcuts, or to `playerRef` until the frame is shown. */
  focusPlayer: () => void
  isHydrated: boolean
}

export function usePlaylistContext(): PlaylistContextValue {
  const value = use(PlaylistContext)
  if (!value) throw new Error('usePlaylistContext is for components of the playlist.')
  return value
}

export function useStartSecond(): number {
  const { video, linkedSeconds } = usePlaylistContext().selection
  return useProgress((progress) => startSecond(video, linkedSeconds, progress))
}

export function useCurrentSecond(): number {
  const start = useStartSecond()
  return useStore(usePlaylistContext().player.$second) ?? Math.floor(start)
}
