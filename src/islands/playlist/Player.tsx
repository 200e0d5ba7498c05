import { useEffect, useEffectEvent, useLayoutEffect, useRef, type MouseEvent, type Ref } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { connectFrame, type FrameClient, type FrameMessage } from '../player/frame-client.ts'
import { isInFrame, type Refusal } from '../player/playback.ts'
import { opensElsewhere } from '../presses.ts'
import { Facade } from './Facade.tsx'
import { useKnown } from './progress.ts'
import { neighbourOf } from './tree.ts'
import { UpNext } from './UpNext.tsx'
import { usePlaylistState } from './usePlaylist.ts'

/** The video that is shown: its drawing, then its player, or why there is none; at its end, what comes next. */
export function Player({ video, ref }: { video: VideoView; ref: Ref<HTMLDivElement> }) {
  const { playlist, player, play, focusPlayer } = usePlaylistState()
  const { playback } = player
  const { step } = playback
  const src = isInFrame(playback) ? playback.src : null
  const next = neighbourOf(playlist.cohorts, video, 1)
  const offer = offerOf(playlist.shown.seconds, useKnown(video))
  const hasEnded = step === 'ended' && next !== null
  const place = useRef<HTMLDivElement>(null)
  const leaveFrame = useEffectEvent(() => {
    if (place.current?.contains(document.activeElement)) focusPlayer()
    if (document.fullscreenElement?.localName === 'iframe') void document.exitFullscreen()
  })
  // A frame that is covered keeps neither the focus nor the full screen.
  useLayoutEffect(() => {
    if (hasEnded) leaveFrame()
  }, [hasEnded])
  const playHere = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    play()
  }
  const stay = () => {
    player.stay()
    focusPlayer()
  }

  return (
    <div
      ref={ref}
      role="group"
      aria-label={`Player of ${video.title}`}
      tabIndex={-1}
      className={`player-place ${src === null ? '' : STAYS}`}
    >
      <div ref={place}>
        <Facade video={video} isCovered={step !== 'facade'} isLow={offer !== null} onClick={playHere} />
        {step === 'facade' && offer && <Offered {...offer} play={play} />}
        {step === 'loading' && <Ring />}
        {hasEnded && <UpNext next={next} stay={stay} />}
        {src !== null && (
          // Another frame for another video: the one before has been greeted already.
          <Frame key={video.path} src={src} title={video.title} isShown={step !== 'loading' && !hasEnded} />
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

function Frame({ src, title, isShown }: { src: string; title: string; isShown: boolean }) {
  const { player } = usePlaylistState()
  const frame = useRef<HTMLIFrameElement>(null)
  const onSilence = useEffectEvent(() => player.giveUp())
  const onMessage = useEffectEvent((message: FrameMessage) => player.hear(message))
  const onClient = useEffectEvent((client: FrameClient | null) => player.connect(client))

  useEffect(() => {
    if (!frame.current) return
    const silence = setTimeout(() => onSilence(), ANSWER_WITHIN_MS)
    const client = connectFrame(frame.current, PLAYER_ORIGIN, (message) => {
      clearTimeout(silence)
      onMessage(message)
    })
    onClient(client)
    return () => {
      clearTimeout(silence)
      onClient(null)
      client.close()
    }
  }, [])

  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      // What a browser shows in place of a page that does not come is nothing to look at, nor is YouTube's last picture.
      inert={!isShown}
      className={`absolute inset-0 size-full border-0 ${isShown ? '' : 'opacity-0'}`}
      // Without a referrer YouTube refuses to play (error 153); with this one it hears our address and no path.
      referrerPolicy="strict-origin-when-cross-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allowFullScreen
    />
  )
}

/** A network that lets nothing of YouTube through says so by silence. */
const ANSWER_WITHIN_MS = 8000

function Ring() {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center">
      <span className="grid size-16 place-items-center rounded-full bg-lagoon shadow-float lg:size-18">
        <span className="size-10 animate-spin rounded-full border-4 border-on-lagoon/30 border-t-on-lagoon lg:size-11" />
      </span>
      <span className="sr-only">The video is loading</span>
    </div>
  )
}

/** Where to begin, over a video's drawing. */
interface Offer {
  /** Where the member was, or a moment that a link or a hit named. */
  verb: 'Resume at' | 'Play from'
  seconds: number
  /** How much of the video lies before that; null where it was not watched. */
  seenPart: number | null
}

/** The moment a link or a hit named goes before the one that is known. */
function offerOf(linked: number | null, known: Known | undefined): Offer | null {
  if (linked !== null) return linked > 0 ? { verb: 'Play from', seconds: linked, seenPart: null } : null
  const seconds = known ? resumeAt(known) : null
  if (!known || seconds === null) return null
  const { durationSeconds } = known
  return { verb: 'Resume at', seconds, seenPart: durationSeconds && seconds / durationSeconds }
}

/** Where to begin, or at the start. Nothing begins by itself. */
function Offered({ verb, seconds, seenPart, play }: Offer & { play: (seconds: number) => void }) {
  const look =
    'min-h-11 rounded-control border border-line bg-surface px-3.5 text-sm shadow-float transition-colors hover:border-edge hover:text-lagoon-deep lg:min-h-9'
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-wrap gap-2 p-3 sm:p-4">
      <button
        type="button"
        className={`${look} font-semibold text-lagoon-deep`}
        aria-label={`${verb} ${spokenTime(seconds)}`}
        onClick={() => play(seconds)}
      >
        {`${verb} ${clockTime(seconds)}`}
      </button>
      <button type="button" className={`${look} font-medium text-ink`} onClick={() => play(0)}>
        Start over
      </button>
      {seenPart !== null && (
        <span className="absolute inset-x-0 bottom-0 h-1 bg-surface/60">
          <span
            className="block h-full bg-hibiscus forced-colors:bg-[Highlight]"
            style={{ width: `${(seenPart * 100).toFixed(1)}%` }}
          />
        </span>
      )}
    </div>
  )
}

function Refused({ reason, video, tryAgain }: { reason: Refusal; video: VideoView; tryAgain: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-x-4 top-1/2 mx-auto grid max-w-sm -translate-y-1/2 justify-items-center gap-3 rounded-card bg-surface p-5 text-center text-sm text-ink shadow-float"
    >
      <p>{errorText[reason]}</p>
      <div className="flex flex-wrap justify-center gap-2">
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
