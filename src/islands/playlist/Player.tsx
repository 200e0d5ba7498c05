import { useEffect, useLayoutEffect, type ComponentProps } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { isSample, watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { isInFrame, type PlaybackError } from './player/playback.ts'
import { player, usePlayback } from './player/player.ts'
import { onPlainClick } from '../../lib/clicks.ts'
import { neighbourOf, weekOf } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

/** The shown video: a facade until the member plays it, then the frame or an error, and 'Up next' at its end. */
export function Player({ video }: { video: VideoView }) {
  const { playlist, start, place, play, focusPlayer } = usePlaylistState()
  const playback = usePlayback()
  const { step } = playback
  const next = neighbourOf(playlist.cohorts, video, 1)
  const hasEnded = step === 'ended' && next !== null
  const isShown = step !== 'loading' && step !== 'late' && !hasEnded
  // 'Up next' covers the frame, which then keeps neither the focus nor the full screen.
  useLayoutEffect(() => {
    if (!hasEnded) return
    if (place.current?.contains(document.activeElement)) focusPlayer()
    if (document.fullscreenElement?.localName === 'iframe') void document.exitFullscreen()
  }, [hasEnded, place, focusPlayer])
  useEffect(() => {
    if (isShown && document.activeElement === place.current) focusPlayer()
  }, [isShown, place, focusPlayer])

  return (
    <div
      ref={place}
      role="group"
      aria-label={`Video player: ${video.title}`}
      tabIndex={-1}
      className="player-place"
    >
      <div>
        <Facade video={video} inert={step !== 'facade'} onClick={onPlainClick(() => play())} />
        {step === 'facade' && start > 0 && !isSample(video) && <ResumePrompt />}
        {step === 'loading' && <LoadingRing />}
        {hasEnded && <UpNext next={next} />}
        {isInFrame(playback) && (
          <iframe
            // A new frame for each video and retry, because a frame is connected once.
            key={`${video.path} ${playback.retries}`}
            ref={player.connect}
            src={playback.src}
            title={video.title}
            // Hides the browser's error page while it loads, and YouTube's suggestions at the end.
            inert={!isShown}
            className={`absolute inset-0 size-full border-0 ${isShown ? '' : 'opacity-0'}`}
            // Without a referrer YouTube refuses to play (error 153). This policy sends our origin only.
            referrerPolicy="strict-origin-when-cross-origin"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
            allowFullScreen
          />
        )}
        {step === 'late' && <Failure error="video_unreachable" />}
        {step === 'failed' && <Failure error={playback.error} />}
        <p role="status" className="sr-only">
          {hasEnded ? `The video has ended. Up next: ${next.title}` : ''}
        </p>
      </div>
    </div>
  )
}

/**
 * Stands in for the player until the member plays it, so that no other site learns of the visit. Without scripts, a link. A
 * sample says that it is one.
 */
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
        <span className="play-sign in-[a[inert]]:hidden max-[479px]:in-[a:has(+div)]:top-2/5">
          <svg aria-hidden="true">
            <use href="#playlist-play" />
          </svg>
        </span>
        <span className="sr-only">{`Play ${video.title}`}</span>
      </a>
      {isSample(video) && <p className="player-card max-w-sm p-5 text-sm">{errorText.sample_video}</p>}
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

/** Offers the second that a link or a result named, else where the member left; or the start. */
function ResumePrompt() {
  const { playlist, start, play } = usePlaylistState()
  const verb = playlist.shown.seconds === null ? 'Resume at' : 'Play from'
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-wrap gap-2 p-3 sm:p-4">
      <button
        type="button"
        className="play-offer font-semibold text-accent-deep"
        aria-label={`${verb} ${spokenTime(start)}`}
        onClick={() => play(start)}
      >
        {`${verb} ${clockTime(start)}`}
      </button>
      <button type="button" className="play-offer font-medium text-ink" onClick={() => play(0)}>
        Start over
      </button>
    </div>
  )
}

/** Offers the next video and waits: nothing plays by itself, and nothing counts down. */
function UpNext({ next }: { next: VideoView }) {
  const { playlist, focusPlayer } = usePlaylistState()
  const length = next.durationSeconds === null ? null : clockTime(next.durationSeconds)
  const facts = [weekOf(playlist.cohorts, next)?.title, length].filter(Boolean)
  const stay = () => {
    player.dismissUpNext()
    focusPlayer()
  }
  return (
    <div role="group" aria-label="Up next" className="player-card max-h-full max-w-md p-4 sm:p-6">
      <p className="text-sm text-ink-soft">Up next</p>
      <p className="mt-0.5 line-clamp-2 font-display text-lg font-[560] text-balance sm:text-subheading">
        {next.title}
      </p>
      <p className="mt-1 text-sm text-ink-soft tabular-nums max-[359px]:hidden">{facts.join(' · ')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2 sm:mt-4">
        <button type="button" className="button-primary" onClick={() => playlist.step(1, 'next')}>
          Play next
        </button>
        <button type="button" className="button-quiet" onClick={stay}>
          Stay here
        </button>
      </div>
    </div>
  )
}

function Failure({ error }: { error: PlaybackError }) {
  const { playlist, play } = usePlaylistState()
  return (
    <div role="alert" className="player-card max-w-sm p-5 text-sm">
      <p>{errorText[error]}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <a href={watchUrl(playlist.shown.video)} target="_blank" rel="noopener" className="button-primary">
          Watch on YouTube
        </a>
        {error === 'video_unreachable' && (
          <button type="button" className="button-quiet" onClick={() => play()}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}
