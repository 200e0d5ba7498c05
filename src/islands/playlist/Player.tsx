import { useLayoutEffect, type ComponentProps, type MouseEvent } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { isInFrame, type Refusal } from '../player/playback.ts'
import { opensElsewhere } from '../presses.ts'
import { neighbourOf, weekOf } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

/** The video that is shown: its drawing, then its player, or why there is none; at its end, what comes next. */
export function Player({ video }: { video: VideoView }) {
  const { playlist, player, start, place, play, focusPlayer } = usePlaylistState()
  const { playback, connect } = player
  const { step } = playback
  const next = neighbourOf(playlist.cohorts, video, 1)
  const hasEnded = step === 'ended' && next !== null
  const isShown = step !== 'loading' && !hasEnded
  // A frame that is covered keeps neither the focus nor the full screen.
  useLayoutEffect(() => {
    if (!hasEnded) return
    if (place.current?.contains(document.activeElement)) focusPlayer()
    if (document.fullscreenElement?.localName === 'iframe') void document.exitFullscreen()
  }, [hasEnded])
  const playHere = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    play()
  }

  return (
    <div
      ref={place}
      role="group"
      aria-label={`Video player: ${video.title}`}
      tabIndex={-1}
      className={`player-place ${isInFrame(playback) ? STAYS : ''}`}
    >
      <div>
        <Facade video={video} inert={step !== 'facade'} onClick={playHere} />
        {step === 'facade' && start > 0 && <Offered video={video} />}
        {step === 'loading' && <Ring />}
        {hasEnded && <UpNext next={next} />}
        {isInFrame(playback) && (
          <iframe
            // Another frame for another video: the one before has been greeted already.
            key={video.path}
            ref={connect}
            src={playback.src}
            title={video.title}
            // What a browser shows in place of a page that does not come is nothing to look at, nor is YouTube's last picture.
            inert={!isShown}
            className={`absolute inset-0 size-full border-0 ${isShown ? '' : 'opacity-0'}`}
            // Without a referrer YouTube refuses to play (error 153); with this one it hears our address and no path.
            referrerPolicy="strict-origin-when-cross-origin"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
            allowFullScreen
          />
        )}
        {playback.step === 'refused' && (
          <Refused reason={playback.reason} video={video} tryAgain={() => play()} />
        )}
        <p role="status" className="sr-only">
          {hasEnded ? `The video has ended. Up next: ${next.title}` : ''}
        </p>
      </div>
    </div>
  )
}

/** While it plays, a large screen keeps it in sight beside a long transcript. */
const STAYS =
  'lg:[@media(height>=720px)]:top-4 lg:[@media(height>=720px)]:shadow-[0_0_0_1rem_var(--color-paper)]'

/**
 * What stands in the player's place until play is pressed: drawn here, so that no other site hears of the visit. Without
 * a script it is a link to the video. What is offered at its foot needs room where there is little.
 */
export function Facade({ video, ...link }: ComponentProps<'a'> & { video: VideoView }) {
  // Something that differs from week to week: where the sun stands.
  const hour = Number(/\/(\d+)/.exec(video.path)?.[1] ?? 0) % 14
  return (
    <a
      href={watchUrl(video)}
      target="_blank"
      rel="noopener"
      className="absolute inset-0 block -outline-offset-4"
      {...link}
    >
      <svg
        viewBox="0 0 320 180"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <circle
          cx={90 + hour * 10}
          cy={84 - Math.round(Math.sin((hour / 13) * Math.PI) * 44)}
          r="17"
          className="fill-porch-sun"
        />
        <use href="#playlist-bay" />
      </svg>
      <span className="play-sign in-[a[inert]]:hidden max-[479px]:in-[a:has(+div)]:top-2/5">
        <svg aria-hidden="true">
          <use href="#playlist-play" />
        </svg>
      </span>
      <span className="sr-only">Play {video.title}</span>
    </a>
  )
}

function Ring() {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center">
      <span className="grid size-16 place-items-center rounded-full bg-lagoon shadow-float lg:size-18">
        <span className="size-10 animate-spin rounded-full border-4 border-on-lagoon/30 border-t-on-lagoon lg:size-11" />
      </span>
      <span className="sr-only">Loading the video</span>
    </div>
  )
}

/** Where to begin: at the moment a link or a hit named, else where the member left; or at the start. */
function Offered({ video }: { video: VideoView }) {
  const { playlist, start, play } = usePlaylistState()
  const isLinked = playlist.shown.seconds !== null
  const verb = isLinked ? 'Play from' : 'Resume at'
  const length = isLinked ? null : playlist.entries.get(videoKey(video.path))?.durationSeconds
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-wrap gap-2 p-3 sm:p-4">
      <button
        type="button"
        className="play-offer font-semibold text-lagoon-deep"
        aria-label={`${verb} ${spokenTime(start)}`}
        onClick={() => play(start)}
      >
        {`${verb} ${clockTime(start)}`}
      </button>
      <button type="button" className="play-offer font-medium text-ink" onClick={() => play(0)}>
        Start over
      </button>
      {length && (
        <span className="absolute inset-x-0 bottom-0 h-1 bg-surface/60">
          <span
            className="block h-full bg-hibiscus forced-colors:bg-[Highlight]"
            style={{ width: `${((start / length) * 100).toFixed(1)}%` }}
          />
        </span>
      )}
    </div>
  )
}

/** What comes after a video that has ended. It waits: nothing plays by itself, and nothing counts down. */
function UpNext({ next }: { next: VideoView }) {
  const { playlist, player, focusPlayer } = usePlaylistState()
  const length = next.durationSeconds === null ? null : clockTime(next.durationSeconds)
  const facts = [weekOf(playlist.cohorts, next)?.title, length].filter(Boolean)
  const stay = () => {
    player.stay()
    focusPlayer()
  }
  return (
    <div role="group" aria-label="Up next" className="player-card max-h-full max-w-md p-4 sm:p-6">
      <p className="text-sm text-ink-soft">Up next</p>
      <p className="mt-0.5 line-clamp-2 font-display text-lg font-[560] text-balance sm:text-xl">
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

function Refused({ reason, video, tryAgain }: { reason: Refusal; video: VideoView; tryAgain: () => void }) {
  return (
    <div role="alert" className="player-card max-w-sm p-5 text-sm">
      <p>{errorText[reason]}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <a href={watchUrl(video)} target="_blank" rel="noopener" className="button-primary">
          Watch on YouTube
        </a>
        {reason === 'video_unreachable' && (
          <button type="button" className="button-quiet" onClick={tryAgain}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}
