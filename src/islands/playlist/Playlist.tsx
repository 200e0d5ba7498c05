import { useCallback, useEffect, useRef, useState } from 'react'
import { comingSoonText, comingSoonTitle } from '#src/shared/coming-soon.ts'
import type { CohortView } from '#src/shared/playlist/view.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import { sync, syncWithPageLifecycle } from '#src/lib/progress-store.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'
import { VideoPlayer } from './player/player.ts'
import { allVideos, videosForAll, withVideos } from './tree.ts'
import { PlaylistContext, usePlaylist } from './usePlaylist.ts'
import { VideoArticle } from './VideoArticle.tsx'
import { VideoList } from './VideoList.tsx'

/** Before hydration it shows the first video of those for everyone, and the list leads to YouTube. */
export default function Playlist({ cohorts, editUrlTemplate }: Props) {
  const isHydrated = useIsHydrated()
  const forAll = videosForAll(cohorts)
  const shown = isHydrated ? withVideos(cohorts) : forAll
  // Whoever gets more begins anew with it.
  const key = isHydrated && allVideos(cohorts).length > allVideos(forAll).length ? 'own' : 'all'
  return (
    <ErrorBoundary>
      {allVideos(shown).length > 0 ? (
        <Screen key={key} cohorts={shown} editUrlTemplate={editUrlTemplate} />
      ) : (
        isHydrated && <Empty />
      )}
    </ErrorBoundary>
  )
}

function Empty() {
  return (
    <div className="mt-8 rounded-card border border-dashed border-line px-6 py-16 text-center">
      <h2 className="text-subheading">{comingSoonTitle}</h2>
      <p className="mt-2 text-ink-soft">{comingSoonText('the recordings')}</p>
    </div>
  )
}

interface Props {
  cohorts: CohortView[]
  /** With `{cohort}` and `{video}`; empty for members who may not edit. */
  editUrlTemplate: string
}

function Screen({ cohorts, editUrlTemplate }: Props) {
  const [player] = useState(() => new VideoPlayer())
  const playlist = usePlaylist(cohorts, player)
  const playerRef = useRef<HTMLDivElement>(null)
  const frameRef = useRef<HTMLIFrameElement>(null)
  const isHydrated = useIsHydrated()
  const { selection } = playlist

  const focusPlayer = useCallback(() => {
    const target = frameRef.current?.inert === false ? frameRef : playerRef
    target.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    void sync()
    return syncWithPageLifecycle(() => player.saveLastPosition())
  }, [player])
  useEffect(() => {
    if (selection.trigger === 'continue' || selection.trigger === 'next') focusPlayer()
    // On a tablet the list is below the player.
    if (selection.trigger !== 'load') playerRef.current?.scrollIntoView({ block: 'nearest' })
  }, [selection, focusPlayer])

  return (
    <PlaylistContext value={{ ...playlist, player, playerRef, frameRef, focusPlayer, isHydrated }}>
      <div
        data-playlist
        className="grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:-mt-6 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:gap-8 2xl:grid-cols-[minmax(0,1fr)_25rem] 2xl:gap-10"
      >
        <div className="min-w-0">
          {selection.missingTitle !== null && <MissingVideo title={selection.missingTitle} />}
          <VideoArticle editUrlTemplate={editUrlTemplate} />
        </div>
        <VideoList />
      </div>
    </PlaylistContext>
  )
}

function MissingVideo({ title }: { title: string }) {
  return (
    <div
      role="alert"
      className="mt-3 mb-3 flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 text-sm lg:mt-0 lg:mb-4"
    >
      <p className="min-w-0 flex-1 truncate">
        We couldn’t find <strong>{`“${title}”`}</strong>.
      </p>
      <button
        type="button"
        className="text-link -my-px -mr-3 min-h-11 shrink-0 rounded-control px-3 -outline-offset-3"
        onClick={() => openDialog({ name: 'search', query: title })}
      >
        Search for it
      </button>
    </div>
  )
}
