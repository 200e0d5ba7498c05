import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, type ComponentProps } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { isSample, watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { hasFrame, type FramePlayback, type PlaybackError } from './player/playback.ts'
import { adjacentVideo, weekOf } from './tree.ts'
import { usePlaylistContext, useStartSecond } from './usePlaylist.ts'

export function Player({ video }: { video: VideoView }) {
  const { cohorts, player, playerRef, frameRef, focusPlayer } = usePlaylistContext()
  const playback = useStore(player.$playback)
  const start = useStartSecond()
  const { status } = playback
  const next = adjacentVideo(cohorts, video, 1)
  const hasEnded = status === 'ended' && next !== null
  const isShown = status !== 'loading' && status !== 'late' && !hasEnded
  // 'Up next' covers the frame, which then keeps neither the focus nor the full screen.
  useLayoutEffect(() => {
    if (!hasEnded) return
    if (playerRef.current?.contains(document.activeElement)) focusPlayer()
    if (frameRef.current && document.fullscreenElement === frameRef.current) void document.exitFullscreen()
  }, [hasEnded, playerRef, frameRef, focusPlayer])
  useEffect(() => {
    if (isShown && document.activeElement === playerRef.current) focusPlayer()
  }, [isShown, playerRef, focusPlayer])

  const play = (from: number) => {
    player.play(video, from)
    focusPlayer()
  }
  return (
    <div
      ref={playerRef}
      role="group"
      aria-label={`Video player: ${video.title}`}
      tabIndex={-1}
      className="sticky z-5 -mx-4 aspect-video overflow-hidden bg-porch-sky outline-offset-3 sm:-mx-6 lg:mx-0 lg:rounded-card max-lg:portrait:top-(--bar-height) forced-colors:border lg:[@media(height>=720px)]:has-[iframe]:top-4 lg:[@media(height>=720px)]:has-[iframe]:shadow-[0_0_0_1rem_var(--color-paper)]"
    >
      <div>
        <Facade video={video} inert={status !== 'facade'} onClick={onPlainClick(() => play(start))} />
        {status === 'facade' && start > 0 && !isSample(video) && <ResumePrompt start={start} play={play} />}
        {status === 'loading' && <LoadingRing />}
        {hasEnded && <UpNext next={next} />}
        {hasFrame(playback) && (
          // A new frame for each video and retry, because a frame is connected once.
          <Frame
            key={`${video.path} ${playback.retries}`}
            playback={playback}
            title={video.title}
            isShown={isShown}
          />
        )}
        {status === 'late' && <Failure error="video_unreachable" video={video} retry={() => play(start)} />}
        {status === 'failed' && <Failure error={playback.error} video={video} />}
        <p role="status" className="sr-only">
          {hasEnded ? `The video has ended. Up next: ${next.title}` : ''}
        </p>
      </div>
    </div>
  )
}

// Hidden while it loads, because of the browser's error page, and at the end, because of YouTube's suggestions.
function Frame({ playback, title, isShown }: { playback: FramePlayback; title: string; isShown: boolean }) {
  const { player, frameRef } = usePlaylistContext()
  useEffect(() => (frameRef.current ? player.connect(frameRef.current) : undefined), [player, frameRef])
  return (
    <iframe
      ref={frameRef}
      src={playback.src}
      title={title}
      inert={!isShown}
      className={`absolute inset-0 size-full border-0 ${isShown ? '' : 'opacity-0'}`}
      // Without a referrer YouTube refuses to play (error 153). This policy sends our origin only.
      referrerPolicy="strict-origin-when-cross-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allowFullScreen
    />
  )
}

// Stands in for the player until the member plays it, so that no other site learns of the visit. Without scripts, a link. A
// sample says that it is one.
function Facade({ video, inert, ...link }: ComponentProps<'a'> & { video: VideoView }) {
  return (
    <>
      <a
        href={watchUrl(video)}
        target="_blank"
        rel="noopener"
        className="absolute inset-0 block -outline-offset-4"
        inert={isSample(video) ? true : inert}
        {...link}
      >
        <svg
          viewBox="0 0 320 180"
          preserveAspectRatio="xMidYMid slice"
          className="absolute inset-0 size-full"
          aria-hidden="true"
        >
          <use href="#playlist-bay" />
        </svg>
        <span className="absolute top-1/2 left-1/2 grid size-16 -translate-1/2 place-items-center rounded-full bg-accent text-on-accent shadow-float transition-transform in-[a:active]:scale-97 in-[a:hover]:scale-106 in-[a[inert]]:hidden max-[479px]:in-[a:has(+div)]:top-2/5 lg:size-18 forced-colors:border-2">
          <svg className="size-8" aria-hidden="true">
            <use href="#playlist-play" />
          </svg>
        </span>
        <span className="sr-only">{`Play ${video.title}`}</span>
      </a>
      {isSample(video) && (
        <p className="absolute inset-x-4 top-1/2 mx-auto max-w-sm -translate-y-1/2 rounded-card bg-surface p-5 text-center text-sm text-ink shadow-float forced-colors:border">
          {errorText.sample_video}
        </p>
      )}
    </>
  )
}

function LoadingRing() {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center">
      <span className="grid size-16 place-items-center rounded-full bg-accent shadow-float lg:size-18">
        <span className="size-10 animate-spin rounded-full border-4 border-on-accent/30 border-t-on-accent lg:size-11" />
      </span>
      <span className="sr-only">Loading the video</span>
    </div>
  )
}

function ResumePrompt({ start, play }: { start: number; play: (from: number) => void }) {
  const { selection } = usePlaylistContext()
  const verb = selection.linkedSeconds === null ? 'Resume at' : 'Play from'
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-wrap gap-2 p-3 sm:p-4">
      <button
        type="button"
        className="min-h-11 rounded-control border border-line bg-surface px-3.5 text-sm font-semibold text-accent-deep shadow-float hover:border-edge hover:text-accent-deep lg:min-h-9"
        aria-label={`${verb} ${spokenTime(start)}`}
        onClick={() => play(start)}
      >
        {`${verb} ${clockTime(start)}`}
      </button>
      <button
        type="button"
        className="min-h-11 rounded-control border border-line bg-surface px-3.5 text-sm font-medium text-ink shadow-float hover:border-edge hover:text-accent-deep lg:min-h-9"
        onClick={() => play(0)}
      >
        Start over
      </button>
    </div>
  )
}

// Nothing plays by itself, and nothing counts down.
function UpNext({ next }: { next: VideoView }) {
  const { cohorts, selectAdjacent, player, focusPlayer } = usePlaylistContext()
  const length = next.durationSeconds === null ? null : clockTime(next.durationSeconds)
  const details = [weekOf(cohorts, next)?.title, length].filter(Boolean)
  const stayHere = () => {
    player.dismissUpNext()
    focusPlayer()
  }
  return (
    <div
      role="group"
      aria-label="Up next"
      className="absolute inset-x-4 top-1/2 mx-auto max-h-full max-w-md -translate-y-1/2 rounded-card bg-surface p-4 text-center text-ink shadow-float sm:p-6 forced-colors:border"
    >
      <p className="text-sm text-ink-soft">Up next</p>
      <p className="mt-0.5 line-clamp-2 font-display text-lg font-[560] text-balance sm:text-subheading">
        {next.title}
      </p>
      <p className="mt-1 text-sm text-ink-soft tabular-nums max-[359px]:hidden">{details.join(' · ')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2 sm:mt-4">
        <button type="button" className="button-primary" onClick={() => selectAdjacent(1, 'next')}>
          Play next
        </button>
        <button type="button" className="button-quiet" onClick={stayHere}>
          Stay here
        </button>
      </div>
    </div>
  )
}

function Failure({ error, video, retry }: { error: PlaybackError; video: VideoView; retry?: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-x-4 top-1/2 mx-auto max-w-sm -translate-y-1/2 rounded-card bg-surface p-5 text-center text-sm text-ink shadow-float forced-colors:border"
    >
      <p>{errorText[error]}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <a href={watchUrl(video)} target="_blank" rel="noopener" className="button-primary">
          Watch on YouTube
        </a>
        {retry && (
          <button type="button" className="button-quiet" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}
