import * as icons from '#src/shared/icons.ts'
import { useSyncExternalStore } from 'react'
import { resumeAt } from '#src/shared/playlist/known.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { isInFrame } from '../player/playback.ts'
import { SPEEDS } from '../player/preferences.ts'
import { Icon } from '../ui/Icon.tsx'
import { mark, useKnown } from './progress.ts'
import { copyLink, shareLink } from './share.ts'
import { neighbourOf } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'
import { Item, Menu } from './VideoMenu.tsx'

const square = 'action w-11 justify-center px-0! lg:w-9'

/** What can be done with the video that is shown, in one row. */
export function Tools({ video }: { video: VideoView }) {
  const known = useKnown(video)
  return (
    <div className="video-tools">
      <MarkWatched video={video} isWatched={known?.watched ?? false} />
      <Share video={video} known={known ? (resumeAt(known) ?? 0) : 0} />
      <Step video={video} by={-1} />
      <Step video={video} by={1} />
      <More video={video} />
    </div>
  )
}

function MarkWatched({ video, isWatched }: { video: VideoView; isWatched: boolean }) {
  return (
    <button
      type="button"
      className={`action chosen @max-[21rem]:w-11 @max-[21rem]:justify-center @max-[21rem]:px-0! ${isWatched ? 'border-kukui/40 bg-kukui/10 *:[svg]:text-kukui' : ''}`}
      aria-pressed={isWatched}
      title={isWatched ? 'Mark unwatched' : undefined}
      onClick={() => mark(video, !isWatched)}
    >
      <Icon drawing={icons.check} className="size-4" />
      {/* Room for the longer word: what stands beside it does not move. The narrowest phones have none for either. */}
      <span className="min-w-[6.3em] text-start @max-[21rem]:sr-only">
        {isWatched ? 'Watched' : 'Mark watched'}
      </span>
    </button>
  )
}

/** The moment is the one the player is at, else the one a link named, else where the member left. */
function Share({ video, known }: { video: VideoView; known: number }) {
  const { playlist, player } = usePlaylistState()
  const { playback } = player
  const playing = isInFrame(playback) ? Math.floor(playback.seconds) : null
  const seconds = playing ?? playlist.shown.seconds ?? known
  const canShare = useSyncExternalStore(subscribeToNothing, () => 'share' in navigator, isFalse)
  const { fragment } = video
  return (
    <Menu
      id="video-share"
      name="Share"
      icon={icons.share2}
      look="action max-sm:w-11 max-sm:justify-center max-sm:px-0!"
    >
      <Item id="video-share" icon={icons.link} onClick={() => void copyLink({ fragment, seconds: null })}>
        Copy link
      </Item>
      {seconds > 0 && (
        <Item
          id="video-share"
          icon={icons.timer}
          label={`Copy link at ${spokenTime(seconds)}`}
          onClick={() => void copyLink({ fragment, seconds })}
        >
          {`Copy link at ${clockTime(seconds)}`}
        </Item>
      )}
      {canShare && (
        <Item id="video-share" icon={icons.share2} onClick={() => void shareLink(video)}>
          Share with …
        </Item>
      )}
    </Menu>
  )
}

const subscribeToNothing = () => () => undefined
const isFalse = () => false

/** At the ends it stays where it is and keeps the focus: the player's keys go on. */
function Step({ video, by }: { video: VideoView; by: -1 | 1 }) {
  const { playlist } = usePlaylistState()
  const isEnd = neighbourOf(playlist.cohorts, video, by) === null
  return (
    <button
      type="button"
      className={`${square} ${by === -1 ? 'ml-auto' : ''} aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:border-line aria-disabled:hover:bg-transparent`}
      aria-disabled={isEnd}
      onClick={() => playlist.step(by)}
    >
      <Icon drawing={by === 1 ? icons.chevronRight : icons.chevronLeft} className="size-4" />
      <span className="sr-only">{by === 1 ? 'Next video' : 'Previous video'}</span>
    </button>
  )
}

function More({ video }: { video: VideoView }) {
  return (
    <Menu id="video-more" name="More" icon={icons.ellipsis} look={square} isIcon>
      <Speed />
      <Captions />
      {/* Phones have no keys. */}
      <div className="max-lg:hidden">
        <button type="button" commandfor="shortcuts" command="show-modal" className="video-item">
          <Icon drawing={icons.keyboard} className="size-4" />
          Keyboard shortcuts
        </button>
      </div>
      <a href={watchUrl(video)} target="_blank" rel="noopener" className="video-item">
        <Icon drawing={icons.externalLink} className="size-4" />
        Watch on YouTube
      </a>
    </Menu>
  )
}

function Speed() {
  const { player } = usePlaylistState()
  const { speed } = player.preferences
  // YouTube's own menu has others.
  const speeds = [...new Set([...SPEEDS, speed])].sort((a, b) => a - b)
  return (
    <label className="video-item pr-1.5 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-lagoon">
      <Icon drawing={icons.gauge} className="size-4" />
      <span className="flex-1">Speed</span>
      <select
        className="w-18 cursor-pointer appearance-none self-stretch bg-transparent pr-6 text-end tabular-nums outline-none"
        value={speed}
        onChange={(event) => player.setSpeed(Number(event.target.value))}
      >
        {speeds.map((one) => (
          <option key={one} value={one} className="bg-surface text-ink">
            {`${one}×`}
          </option>
        ))}
      </select>
      <Icon drawing={icons.chevronDown} className="pointer-events-none -ml-7 size-4 text-ink-soft" />
    </label>
  )
}

function Captions() {
  const { player } = usePlaylistState()
  const { captions } = player.preferences
  return (
    <button
      type="button"
      className="video-item"
      aria-pressed={captions}
      onClick={() => player.setCaptions(!captions)}
    >
      <Icon drawing={icons.captions} className="size-4" />
      <span className="flex-1">Captions</span>
      <span className="text-ink-soft" aria-hidden="true">
        {captions ? 'On' : 'Off'}
      </span>
    </button>
  )
}
