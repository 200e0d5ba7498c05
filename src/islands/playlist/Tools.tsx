import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import { errorText } from '#src/shared/errors.ts'
import { writeHash, type Moment } from '#src/shared/playlist/fragment.ts'
import { resumeAt } from '#src/shared/playlist/known.ts'
import { noticeText } from '#src/shared/notices.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { PLAYLIST_PATH, type VideoView } from '#src/shared/playlist/view.ts'
import { tell } from '../notices.ts'
import { isInFrame } from '../player/playback.ts'
import { SPEEDS } from '../player/preferences.ts'
import { useStore } from '../store.ts'
import { useKnown, useScreen } from './screen.ts'
import { neighbourOf } from './tree.ts'

const square = 'action w-11 justify-center px-0! lg:w-9'

/** What can be done with the video that is shown. */
export function Tools({ video }: { video: VideoView }) {
  const known = useKnown(video)
  return (
    <>
      {/* They share a phone's width, so none is seen before all are there, and what comes after them. */}
      <div className="inline-flex gap-2 not-has-[+*]:invisible max-sm:w-full max-sm:*:grow noscript:hidden">
        <Preferences />
        <Keys />
        <Step video={video} by={-1} />
        <Step video={video} by={1} />
      </div>
      <MarkWatched isWatched={known?.watched ?? false} />
      <button
        type="button"
        className="action max-sm:justify-center noscript:hidden"
        onClick={() => void copyLink({ fragment: video.fragment, seconds: null })}
      >
        <Icon drawing={icons.link} className="size-4" />
        Copy link
      </button>
      <CopyMoment video={video} known={known ? (resumeAt(known) ?? 0) : 0} />
    </>
  )
}

function MarkWatched({ isWatched }: { isWatched: boolean }) {
  const screen = useScreen()
  return (
    <button
      type="button"
      className={`action max-sm:justify-center noscript:hidden ${isWatched ? 'border-kukui/40 bg-kukui/10 *:[svg]:text-kukui' : ''}`}
      aria-pressed={isWatched}
      title={isWatched ? 'Mark unwatched' : undefined}
      onClick={() => screen.mark(!isWatched)}
    >
      <Icon drawing={icons.check} className="size-4" />
      {/* Room for the longer word: what stands beside it does not move. */}
      <span className="min-w-[6.3em] text-start">{isWatched ? 'Watched' : 'Mark watched'}</span>
    </button>
  )
}

/** The moment the player is at, else the one a link named, else where the member left. */
function CopyMoment({ video, known }: { video: VideoView; known: number }) {
  const { player, selection } = useScreen()
  const linked = useStore(selection, ({ seconds }) => seconds)
  const playing = useStore(player.playback, (now) => (isInFrame(now) ? Math.floor(now.seconds) : null))
  const seconds = playing ?? linked ?? known
  return (
    <button
      type="button"
      className="action max-sm:justify-center noscript:hidden"
      aria-label={`Copy at ${clockTime(seconds)}: link at ${spokenTime(seconds)}`}
      onClick={() => void copyLink({ fragment: video.fragment, seconds })}
    >
      <Icon drawing={icons.timer} className="size-4" />
      <span className="min-w-[6.2em] text-start tabular-nums">{`Copy at ${clockTime(seconds)}`}</span>
    </button>
  )
}

function Preferences() {
  const { player } = useScreen()
  const { speed, captions } = useStore(player.preferences, (preferences) => preferences)
  return (
    <>
      <label className="action gap-1.5 pr-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-lagoon">
        <Icon drawing={icons.gauge} className="size-4" />
        <span className="sr-only">Speed</span>
        <select
          className="w-14 cursor-pointer appearance-none self-stretch bg-transparent text-sm tabular-nums outline-none"
          value={speed}
          onChange={(event) => player.setSpeed(Number(event.target.value))}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one} className="bg-surface text-ink">
              {`${one}×`}
            </option>
          ))}
        </select>
        <Icon drawing={icons.chevronDown} className="pointer-events-none -ml-1 size-3.5 text-ink-soft" />
      </label>
      <button
        type="button"
        className={`${square} ${captions ? 'border-lagoon/40 bg-lagoon/10 text-lagoon-deep' : ''}`}
        aria-pressed={captions}
        onClick={() => player.setCaptions(!captions)}
      >
        <Icon drawing={icons.captions} className="size-4" />
        <span className="sr-only">Captions</span>
      </button>
    </>
  )
}

const keys = [
  ['Space or k', 'Play or pause'],
  ['← →', 'Five seconds back or on'],
  ['j l', 'Ten seconds back or on'],
  ['c', 'Captions'],
  ['f', 'Full screen'],
  ['Shift + N, Shift + P', 'Next or previous video'],
] as const

/** Phones have no keys. */
function Keys() {
  return (
    <>
      <button type="button" className={`${square} max-lg:hidden`} popoverTarget="playlist-keys">
        <Icon drawing={icons.keyboard} className="size-4" />
        <span className="sr-only">Keys</span>
      </button>
      <div
        id="playlist-keys"
        popover="auto"
        className="m-auto w-80 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-5 text-ink shadow-float"
      >
        <h3 className="text-base">Keys while the focus is on the video</h3>
        <dl className="mt-3 grid gap-2 text-sm">
          {keys.map(([key, does]) => (
            <div key={key} className="flex justify-between gap-4">
              <dt className="text-ink-soft">{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

/** At the ends it stays where it is and keeps the focus: the player's keys go on. */
function Step({ video, by }: { video: VideoView; by: -1 | 1 }) {
  const screen = useScreen()
  const isEnd = useStore(screen.tree, (tree) => neighbourOf(tree, video, by) === null)
  return (
    <button
      type="button"
      className={`${square} aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:border-line aria-disabled:hover:bg-transparent`}
      aria-disabled={isEnd}
      onClick={() => void screen.step(by)}
    >
      <Icon drawing={by === 1 ? icons.chevronRight : icons.chevronLeft} className="size-4" />
      <span className="sr-only">{by === 1 ? 'Next video' : 'Previous video'}</span>
    </button>
  )
}

/** Copies the address of a video, or of a moment in it. Where nothing may be copied, the address bar shows it. */
async function copyLink(moment: Moment): Promise<void> {
  const hash = writeHash(moment)
  try {
    await navigator.clipboard.writeText(new URL(PLAYLIST_PATH + hash, location.href).href)
    tell('success', moment.seconds === null ? noticeText.link_copied : noticeText.moment_copied)
  } catch {
    history.replaceState(history.state, '', hash)
    tell('error', errorText.link_not_copied)
  }
}
