import { useCallback, useEffect, useRef } from 'react'
import type { CohortView } from '#src/shared/playlist/view.ts'
import { player } from './player/player.ts'
import { openProgress } from '../../lib/progress-store.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { PlaylistContext, startOf, usePlaylist } from './usePlaylist.ts'
import { VideoArticle } from './VideoArticle.tsx'
import { VideoList } from './VideoList.tsx'

/** The whole screen. Before hydration it shows the first video, and the list leads to YouTube. */
export default function Playlist({ cohorts }: { cohorts: CohortView[] }) {
  return (
    <ErrorBoundary>
      <Screen cohorts={cohorts} />
    </ErrorBoundary>
  )
}

function Screen({ cohorts }: { cohorts: CohortView[] }) {
  const playlist = usePlaylist(cohorts)
  const place = useRef<HTMLDivElement>(null)
  const { entries, shown } = playlist
  const { video, cause, missing } = shown
  const start = startOf(entries, video, shown.seconds)

  const focusPlayer = useCallback(() => {
    const frame = place.current?.querySelector<HTMLElement>('iframe:not([inert])')
    ;(frame ?? place.current)?.focus({ preventScroll: true })
  }, [])
  const play = (from = start) => {
    player.play(video, from)
    focusPlayer()
  }
  useEffect(() => {
    void openProgress().sync()
    return openProgress().followPage(player.report)
  }, [])
  useEffect(() => {
    // 'Edit this page' opens the file of the shown video.
    const link = document.querySelector<HTMLAnchorElement>('#edit-link')
    const inCohort = video.path.replace(/^[^/]+\//, '')
    if (link) link.href = link.href.replace(/[^/]+\/[^/]+?(\.md)?$/, `${inCohort}$1`)
    if (cause === 'continue' || cause === 'next') focusPlayer()
    // On a tablet the list is below the player.
    if (cause !== 'load') place.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, video.path, cause, focusPlayer])

  return (
    <PlaylistContext value={{ playlist, start, place, play, focusPlayer }}>
      <div className="playlist-grid">
        <div className="min-w-0">
          {missing !== null && <Missing title={missing} />}
          <VideoArticle />
        </div>
        <VideoList />
      </div>
    </PlaylistContext>
  )
}

function Missing({ title }: { title: string }) {
  return (
    <div role="alert" className="mt-3 mb-3 video-line lg:mt-0 lg:mb-4">
      <p className="min-w-0 flex-1 truncate">
        We couldn’t find <strong>{`“${title}”`}</strong>.
      </p>
      <button
        type="button"
        className="-my-px -mr-3 min-h-11 shrink-0 rounded-control px-3 text-link -outline-offset-3"
        commandfor="palette"
        command="show-modal"
        data-query={title}
      >
        Search for it
      </button>
    </div>
  )
}
