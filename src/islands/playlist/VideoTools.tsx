import { errorText } from '#src/shared/errors.ts'
import * as icons from 'lucide'
import { noticeText } from '#src/shared/notices.ts'
import { writeHash, type Moment } from '#src/shared/playlist/fragment.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { isSample, videoPath, watchUrl, type VideoView } from '#src/shared/playlist/view.ts'
import { setWatched } from '#src/lib/progress-store.ts'
import { showToast } from '#src/ui/toasts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useWatchState } from './useProgress.ts'
import { adjacentVideo } from './tree.ts'
import { useCurrentSecond, usePlaylistContext, type Offset } from './usePlaylist.ts'

export function VideoTools({ video }: { video: VideoView }) {
  return (
    <fieldset disabled={!usePlaylistContext().isHydrated} className="flex min-w-0 gap-2 @max-[22rem]:gap-1">
      <legend className="sr-only">Tools</legend>
      <WatchedButton video={video} />
      <ShareButton video={video} />
      <AdjacentButton offset={-1} title="Previous video" icon={icons.ChevronLeft} className="ml-auto" />
      <AdjacentButton offset={1} title="Next video" icon={icons.ChevronRight} />
      {!isSample(video) && (
        <a href={watchUrl(video)} target="_blank" rel="noopener" title={ON_YOUTUBE} className={SQUARE}>
          <Icon icon={icons.ExternalLink} className="size-4" />
          <span className="sr-only">{ON_YOUTUBE}</span>
        </a>
      )}
    </fieldset>
  )
}

const ON_YOUTUBE = 'Watch on YouTube'

const SQUARE = 'button-sm w-11 justify-center px-0! lg:w-9'

function WatchedButton({ video }: { video: VideoView }) {
  const isWatched = useWatchState(video)?.watched ?? false
  return (
    <button
      type="button"
      className={`button-sm is-selected @max-[21rem]:w-11 @max-[21rem]:justify-center @max-[21rem]:px-0! ${isWatched ? 'border-success/40 bg-success-wash *:[svg]:text-success' : ''}`}
      data-chosen={isWatched || undefined}
      title={isWatched ? 'Mark unwatched' : undefined}
      onClick={() => setWatched(videoKey(video.path), !isWatched)}
    >
      <Icon icon={icons.Check} className="size-4" />
      {/* As wide as the longer label, so that nothing beside it moves. The narrowest phones show the icon only. */}
      <span className="min-w-[6.3em] text-start @max-[21rem]:sr-only">
        {isWatched ? 'Watched' : 'Mark watched'}
      </span>
    </button>
  )
}

function ShareButton({ video: { fragment } }: { video: VideoView }) {
  const seconds = useCurrentSecond()
  // At the start there is one link to copy.
  const hasMenu = seconds > 0
  return (
    <>
      <button
        type="button"
        className="button-sm @max-[27rem]:w-11 @max-[27rem]:justify-center @max-[27rem]:px-0!"
        popoverTarget={hasMenu ? 'video-share' : undefined}
        onClick={hasMenu ? undefined : () => void copyLink({ fragment, seconds: null })}
      >
        <Icon icon={icons.Share2} className="size-4" />
        <span className="@max-[27rem]:sr-only">Share</span>
      </button>
      {hasMenu && <ShareMenu fragment={fragment} seconds={seconds} />}
    </>
  )
}

// Above its button, where it hides nothing that is being read; in the middle of the screen where a browser can't place it.
function ShareMenu({ fragment, seconds }: { fragment: string; seconds: number }) {
  return (
    <div
      id="video-share"
      popover="auto"
      role="dialog"
      aria-label="Share"
      className="m-auto w-60 rounded-card border border-line bg-surface p-1.5 text-ink shadow-float supports-[position-area:top]:inset-auto supports-[position-area:top]:mx-4 supports-[position-area:top]:my-1.5 supports-[position-area:top]:justify-self-end supports-[position-area:top]:[position-area:top_span-all] supports-[position-area:top]:[position-try-fallbacks:flip-block] sm:supports-[position-area:top]:mx-0 sm:supports-[position-area:top]:justify-self-auto sm:supports-[position-area:top]:[position-area:top_span-right]"
    >
      <button {...shareItemProps} onClick={() => void copyLink({ fragment, seconds: null })}>
        <Icon icon={icons.Link} className="size-4" />
        Copy link
      </button>
      <button
        {...shareItemProps}
        aria-label={`Copy link at ${spokenTime(seconds)}`}
        onClick={() => void copyLink({ fragment, seconds })}
      >
        <Icon icon={icons.Timer} className="size-4" />
        <span>{`Copy link at ${clockTime(seconds)}`}</span>
      </button>
    </div>
  )
}

const shareItemProps = {
  type: 'button',
  popoverTarget: 'video-share',
  popoverTargetAction: 'hide',
  className: 'menu-item',
} as const

// Where the browser refuses to copy, the link shows in the address bar.
async function copyLink(moment: Moment): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(videoPath(moment), location.href).href)
    showToast('success', moment.seconds === null ? noticeText.link_copied : noticeText.moment_copied)
  } catch {
    history.replaceState(history.state, '', writeHash(moment))
    showToast('error', errorText.link_not_copied)
  }
}

// Uses aria-disabled at either end, because `disabled` would lose the focus.
function AdjacentButton({ offset, icon, className = '', title }: AdjacentButtonProps) {
  const { cohorts, selection, selectAdjacent } = usePlaylistContext()
  const isEnd = adjacentVideo(cohorts, selection.video, offset) === null
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      aria-disabled={isEnd}
      className={`${SQUARE} aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:border-line aria-disabled:hover:bg-transparent ${className}`}
      onClick={() => selectAdjacent(offset)}
    >
      <Icon icon={icon} className="size-4" />
    </button>
  )
}

interface AdjacentButtonProps {
  offset: Offset
  title: string
  icon: icons.IconNode
  className?: string
}
