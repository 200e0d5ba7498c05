import { useEffect, useRef, type KeyboardEvent } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { cohortOf, VIDEO_KEY, videoKey } from '#src/shared/playlist/video-key.ts'
import type { CohortView } from '#src/shared/playlist/view.ts'
import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { commandFor } from '../player/keys.ts'
import { isInFrame } from '../player/playback.ts'
import { usePlayer } from '../player/usePlayer.ts'
import { onPlainClick } from '../clicks.ts'
import { openProgress } from '../stores/open-progress.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { firstOf, neighbourOf, allVideos } from './tree.ts'
import { PlaylistContext, savePosition, startOf, usePlaylist, usePlaylistState } from './usePlaylist.ts'
import { VideoArticle } from './VideoArticle.tsx'
import { VideoList } from './VideoList.tsx'

/** The whole screen. Before hydration it shows the first video, and the list links to each video's separate page. */
export default function Playlist({ cohorts }: { cohorts: CohortView[] }) {
  return (
    <ErrorBoundary>
      <Screen cohorts={cohorts} />
    </ErrorBoundary>
  )
}

function Screen({ cohorts }: { cohorts: CohortView[] }) {
  const player = usePlayer(savePosition)
  const playlist = usePlaylist(cohorts, player)
  const place = useRef<HTMLDivElement>(null)
  const { entries, shown } = playlist
  const { video, cause, missing } = shown
  const { playback } = player
  const start = startOf(entries, video, shown.seconds)
  const seconds = Math.floor(isInFrame(playback) ? playback.seconds : start)

  const focusPlayer = () => place.current?.focus({ preventScroll: true })
  const play = (from = start) => {
    player.play(video, from)
    focusPlayer()
  }
  useEffect(() => {
    void openProgress().sync()
    return openProgress().followPage(() => player.report())
  }, [])
  useEffect(() => {
    // 'Edit this page' opens the file of the shown video.
    const link = document.querySelector<HTMLAnchorElement>('#edit-link')
    const inCohort = video.path.replace(/^[^/]+\//, '')
    if (link) link.href = link.href.replace(/[^/]+\/[^/]+?(\.md)?$/, `${inCohort}$1`)
    if (cause === 'continue' || cause === 'next') focusPlayer()
    // On a tablet the list is below the player.
    if (cause !== 'load') place.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.defaultPrevented ? null : commandFor(event, isInFrame(playback))
    if (!command) return
    event.preventDefault()
    const { name, by } = command
    const isFull = document.fullscreenElement !== null
    // The notes can't be seen in full screen.
    if (isFull && (name === 'fullscreen' || name === 'note')) void document.exitFullscreen()
    else if (name === 'fullscreen' && document.fullscreenEnabled) void place.current?.requestFullscreen()
    if (name === 'note') document.getElementById('write-note')?.click()
    if (name === 'captions') player.setCaptions(!player.preferences.captions)
    if (name === 'theatre') player.setTheatre(!player.preferences.theatre)
    if (name === 'seek') player.seekBy(by)
    if (name === 'step') playlist.step(by)
    if (name === 'toggle' && isInFrame(playback)) player.toggle()
    else if (name === 'toggle') player.play(video, start)
  }

  return (
    <PlaylistContext value={{ playlist, player, start, seconds, place, play, focusPlayer }}>
      <div className="playlist-grid">
        <div className="min-w-0">
          {missing === null ? <ContinueLink /> : <Missing title={missing} />}
          <VideoArticle onKeyDown={onKeyDown} />
        </div>
        <VideoList />
      </div>
    </PlaylistContext>
  )
}

/** Leads to the video to continue with or, where that one is shown, to the next. Ignores videos that were removed. */
function ContinueLink() {
  const { cohorts, entries, shown, loadWeeks, goTo } = usePlaylistState().playlist
  const loaded = new Map(allVideos(cohorts).map((video) => [videoKey(video.path), video]))
  const next = (isKnown: (key: string) => boolean) =>
    continueWith(new Map([...entries].filter(([key]) => isKnown(key))), [...loaded.keys()])

  const elsewhere = (key: string) =>
    cohorts.find(({ path, weeks }) => !weeks && videoKey(path) === cohortOf(key))
  const cohort = elsewhere(next((key) => loaded.has(key) || elsewhere(key) !== undefined)?.video ?? '')
  useEffect(() => {
    if (cohort) void loadWeeks(cohort)
  }, [cohort])

  const known = next((key) => loaded.has(key))
  const left = known && loaded.get(known.video)
  const after = left?.path === shown.video.path ? neighbourOf(cohorts, left, 1) : null
  const video = after ?? left
  const hasBegun = [...entries.keys()].some((key) => VIDEO_KEY.test(key))
  const verb = after ? 'Up next' : hasBegun ? 'Continue' : 'Start'
  const { fragment } = video ?? firstOf(cohorts)
  return (
    <a
      href={writeHash({ fragment, seconds: null })}
      className="video-line hover:border-edge"
      onClick={onPlainClick(() => goTo(fragment, null, video ? 'continue' : 'press'))}
    >
      <svg className="size-4.5 shrink-0 text-lagoon" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">{video ? verb : 'All watched'}</span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">
        {video?.title ?? 'Back to the first video'}
      </span>{' '}
      <span className="shrink-0 text-ink-soft figures">
        {!after && known?.seconds ? clockTime(known.seconds) : ''}
      </span>
    </a>
  )
}

function Missing({ title }: { title: string }) {
  return (
    <div role="alert" className="video-line">
      <p className="min-w-0 flex-1 truncate">
        We couldn't find <strong>{`“${title}”`}</strong>.
      </p>
      <button
        type="button"
        className="-my-px -mr-3 min-h-11 shrink-0 rounded-control px-3 text-link -outline-offset-3"
        commandfor="palette"
        command="show-modal"
        value="videos"
        data-query={title}
      >
        Search for it
      </button>
    </div>
  )
}
