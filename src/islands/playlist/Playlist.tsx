import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { CohortView } from '#src/shared/playlist/view.ts'
import type { NotesHandle } from '../notes/NotesCard.tsx'
import { PALETTE_ID } from '../palette/open-palette.ts'
import { commandFor } from '../player/keyboard.ts'
import { isInFrame } from '../player/playback.ts'
import { readPreferences } from '../player/preferences.ts'
import { usePlayer } from '../player/usePlayer.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ContinueLink } from './ContinueLink.tsx'
import { savePosition, startOf, useProgressSync } from './progress.ts'
import { PlaylistContext, usePlaylist } from './usePlaylist.ts'
import { VideoArticle } from './VideoArticle.tsx'
import { VideoList } from './VideoList.tsx'

/** The whole screen. Before hydration it shows the first video, and the list's rows lead to each video's own page. */
export default function Playlist({ cohorts }: PlaylistProps) {
  return (
    <ErrorBoundary>
      <Screen cohorts={cohorts} />
    </ErrorBoundary>
  )
}

interface PlaylistProps {
  /** Its first video is shown until the address names another. */
  cohorts: CohortView[]
}

function Screen({ cohorts }: PlaylistProps) {
  const player = usePlayer(savePosition)
  const playlist = usePlaylist(cohorts, player)
  const place = useRef<HTMLDivElement>(null)
  const notes = useRef<NotesHandle>(null)
  const { shown } = playlist
  const { video, seconds, cause, missing } = shown

  const focusPlayer = () => place.current?.focus({ preventScroll: true })
  const play = (from = startOf(video, seconds)) => {
    player.play(video, from)
    focusPlayer()
  }
  useProgressSync(() => player.report())
  useEffect(() => player.restore(readPreferences()), [])
  useEffect(() => {
    followWithEditLink(video.path)
    if (cause === 'continue' || cause === 'next') focusPlayer()
    // On a tablet the row that was pressed stands below the player.
    if (cause !== 'load') place.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    const pressed = { key, ctrlKey, metaKey, altKey, shiftKey, target: target as Element }
    const command = commandFor(pressed, isInFrame(player.playback))
    if (!command) return
    event.preventDefault()
    switch (command.name) {
      case 'play':
        player.play(video, startOf(video, seconds))
        return
      case 'toggle':
        player.toggle()
        return
      case 'captions':
        player.setCaptions(!player.preferences.captions)
        return
      case 'seek':
        player.seekBy(command.by)
        return
      case 'step':
        playlist.step(command.by)
        return
      case 'fullscreen':
        if (document.fullscreenElement) void document.exitFullscreen()
        else void place.current?.requestFullscreen()
        return
      case 'note':
        // The notes are not part of a full screen.
        if (document.fullscreenElement) void document.exitFullscreen()
        notes.current?.write()
    }
  }

  return (
    <PlaylistContext value={{ playlist, player, play, focusPlayer }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:-mt-6 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:gap-8">
        <div className="min-w-0">
          {missing === null ? <ContinueLink /> : <Missing words={missing} />}
          <VideoArticle place={place} notes={notes} onKeyDown={onKeyDown} />
        </div>
        <VideoList playlist={playlist} />
      </div>
    </PlaylistContext>
  )
}

function Missing({ words }: { words: string }) {
  return (
    <div role="alert" className="video-line">
      <p className="min-w-0 flex-1 truncate">
        We couldn't find <strong>{`“${words}”`}</strong>.
      </p>
      <button
        type="button"
        className="-my-px -mr-3 min-h-11 shrink-0 rounded-control px-3 text-link -outline-offset-3"
        commandfor={PALETTE_ID}
        command="show-modal"
        value="videos"
        data-query={words}
      >
        Search for it
      </button>
    </div>
  )
}

/** For editors: “Edit this page” leads to the file of the video that is shown. */
function followWithEditLink(path: string): void {
  const link = document.querySelector<HTMLAnchorElement>('#edit-link')
  if (link) link.href = link.href.replace(/[^/]+\/[^/]+\/[^/]+?(\.md)?$/, `${path}$1`)
}
