import { useEffect, useLayoutEffect, useRef, type MouseEvent, type ReactNode, type Ref } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { opensElsewhere } from '../presses.ts'
import { useKnown, useScreen } from './screen.ts'
import { offerOf, type Offer } from './selection.ts'
import { useStore } from '../store.ts'
import { Facade } from './Facade.tsx'
import { connectFrame } from '../player/frame-client.ts'
import { isInFrame, type Refusal } from '../player/playback.ts'
import { neighbourOf } from './tree.ts'
import { UpNext } from './UpNext.tsx'

/** The video that is shown: its drawing, then its player, or why there is none; at its end, what comes next. */
export function Player({ video, ref }: { video: VideoView; ref: Ref<HTMLDivElement> }) {
  const screen = useScreen()
  const place = useRef<HTMLDivElement>(null)
  const { seconds: linked } = useStore(screen.selection, (selection) => selection)
  const step = useStore(screen.player.playback, (playback) => playback.step)
  const src = useStore(screen.player.playback, (playback) => (isInFrame(playback) ? playback.src : null))
  const refusal = useStore(screen.player.playback, (playback) =>
    playback.step === 'refused' ? playback.reason : null,
  )
  const next = useStore(screen.tree, (tree) => neighbourOf(tree, video, 1))
  const offer = offerOf(linked, useKnown(video))
  const hasEnded = step === 'ended' && next !== null
  useLayoutEffect(() => {
    if (hasEnded) leaveFrame(place.current)
  }, [hasEnded])
  const play = (seconds: number) => {
    screen.player.play(video, seconds)
    // So that the keys work from now on.
    focusAround(place.current)
  }
  const stay = () => {
    screen.player.stay()
    focusAround(place.current)
  }
  const playHere = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    play(screen.startOf())
  }

  return (
    <PlayerPlace title={video.title} isBusy={src !== null} ref={ref}>
      <div ref={place}>
        <Facade video={video} isCovered={step !== 'facade'} isLow={offer !== null} onClick={playHere} />
        {step === 'facade' && offer && <Offered {...offer} play={play} />}
        {step === 'loading' && <Ring />}
        {hasEnded && <UpNext next={next} stay={stay} />}
        {src !== null && (
          // Another frame for another video: the one before has been greeted already.
          <Frame key={video.path} src={src} title={video.title} isShown={step !== 'loading' && !hasEnded} />
        )}
        {refusal && <Refused reason={refusal} video={video} tryAgain={() => play(screen.startOf())} />}
        <p role="status" className="sr-only">
          {hasEnded ? `The video has ended. Up next: ${next.title}` : ''}
        </p>
      </div>
    </PlayerPlace>
  )
}

/** What nobody sees any more has the focus no longer, nor the whole screen. */
function leaveFrame(place: HTMLElement | null): void {
  if (place?.contains(document.activeElement)) focusAround(place)
  if (document.fullscreenElement?.localName === 'iframe') void document.exitFullscreen()
}

function focusAround(place: HTMLElement | null): void {
  place?.parentElement?.focus({ preventScroll: true })
}

/** While something plays, it stays in sight of whoever reads along on a large screen. */
export function PlayerPlace({ title, isBusy = false, ref, children }: PlaceProps) {
  const stays =
    'lg:[@media(height>=720px)]:top-4 lg:[@media(height>=720px)]:shadow-[0_0_0_1rem_var(--color-paper)]'
  return (
    <div
      ref={ref}
      role="group"
      aria-label={`Player of ${title}`}
      tabIndex={-1}
      className={`player-place ${isBusy ? stays : ''}`}
    >
      {children}
    </div>
  )
}

interface PlaceProps {
  title: string
  isBusy?: boolean
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

function Frame({ src, title, isShown }: { src: string; title: string; isShown: boolean }) {
  const { player } = useScreen()
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    if (!frame.current) return
    const silence = setTimeout(() => player.giveUp(), ANSWER_WITHIN_MS)
    const client = connectFrame(frame.current, PLAYER_ORIGIN, (message) => {
      clearTimeout(silence)
      player.hear(message)
    })
    player.connect(client)
    return () => {
      clearTimeout(silence)
      player.connect(null)
      client.close()
    }
  }, [player])

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
      <svg
        viewBox="0 0 72 72"
        className="size-16 animate-spin rounded-full bg-lagoon text-on-lagoon shadow-float lg:size-18"
        aria-hidden="true"
      >
        <circle
          cx="36"
          cy="36"
          r="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeOpacity="0.3"
        />
        <path
          d="M36 14a22 22 0 0 1 22 22"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">The video is loading</span>
    </div>
  )
}

/** Where to begin, or at the start all the same. Nothing begins by itself. */
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
