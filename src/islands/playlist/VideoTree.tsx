import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { AudienceMark } from '#src/shared/audience.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { resumeSeconds } from '#src/shared/playlist/watch-state.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import {
  formatMinutes,
  isSample,
  formatGroupSummary,
  sizeOf,
  videosOf,
  watchUrl,
  type CohortView,
  type VideoView,
  type WeekView,
} from '#src/shared/playlist/view.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { Chevron } from '#src/ui/Icon.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { useProgress, useWatchState } from './useProgress.ts'
import { usePlaylistContext } from './usePlaylist.ts'

export function VideoTree({ currentRow }: { currentRow: RefObject<HTMLAnchorElement | null> }) {
  const { cohorts, selection } = usePlaylistContext()
  return (
    <nav aria-label="Videos by week">
      {cohorts.map((cohort) => (
        <Group key={cohort.path} group={cohort}>
          {cohort.weeks?.map((week) => (
            <Group key={week.path} group={week} around={cohort.audience}>
              <ol className="px-2 pb-2">
                {week.videos.map((video) => (
                  <li key={video.path}>
                    <VideoRow
                      video={video}
                      around={week.audience}
                      ref={video.path === selection.video.path ? currentRow : undefined}
                    />
                  </li>
                ))}
              </ol>
            </Group>
          ))}
        </Group>
      ))}
    </nav>
  )
}

function Group({ group, around, children }: GroupProps) {
  const { openGroups, toggleGroup, loadWeeks, isHydrated } = usePlaylistContext()
  const isOpen = openGroups.has(group.path)
  const isCohort = 'weeks' in group
  const Title = isCohort ? 'h2' : 'h3'
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
        // React bubbles `toggle` to the groups and the popover around this one.
        event.stopPropagation()
        const { open } = event.currentTarget
        if (open !== isOpen) toggleGroup(group.path, open)
        if (open && isCohort) void loadWeeks(group)
      }}
      className={isCohort ? '[&+&]:border-t [&+&]:border-line' : undefined}
    >
      <summary
        className={`flex list-none items-center gap-2 px-4 -outline-offset-3 select-none hover:bg-ink-wash ${isCohort ? 'sticky top-0 z-2 min-h-12 border-b border-line bg-surface' : 'min-h-11 lg:min-h-10'}`}
      >
        <Chevron />
        <Title
          className={`min-w-0 flex-1 truncate font-sans text-sm tracking-normal text-ink [word-spacing:0] ${isCohort ? 'font-semibold' : 'font-medium'}`}
        >
          {group.title}
          {group.audience !== around && <AudienceLabel audience={group.audience} isBelow />}
        </Title>
        <GroupSummary group={group} />
      </summary>
      {children ?? (
        <p className="px-4 py-2 text-sm">
          <button
            type="button"
            className="text-link"
            disabled={!isHydrated}
            onClick={() => void (isCohort && loadWeeks(group))}
          >
            {`Open ${group.title}`}
          </button>
        </p>
      )}
    </details>
  )
}

function GroupSummary({ group }: { group: CohortView | WeekView }) {
  const videos = videosOf(group)
  const size = 'weeks' in group && group.weeks === null ? group : sizeOf(videos)
  const watched = useProgress(
    ({ records }) => videos.filter(({ path }) => records.get(videoKey(path))?.watched).length,
  )
  if (watched === 0) return <span className={`${FIGURES} text-ink-soft`}>{formatGroupSummary(size)}</span>
  const length = formatMinutes(size.minutes)
  return (
    <span className={`${FIGURES} ${watched === size.count ? 'text-success' : 'text-ink-soft'}`}>
      <span>{`${watched} of ${size.count}`}</span>
      {/* The narrowest list has no room for the word. */}
      <span className="lg:max-xl:sr-only"> watched</span>
      {length && <span>{` · ${length}`}</span>}
    </span>
  )
}

interface GroupProps {
  group: CohortView | WeekView
  around?: AudienceMark
  children: ReactNode
}

const FIGURES = 'shrink-0 text-xs tabular-nums'

function VideoRow({
  video,
  around,
  ref,
}: {
  video: VideoView
  around: AudienceMark
  ref: RefObject<HTMLAnchorElement | null> | undefined
}) {
  const { selectVideo, isHydrated } = usePlaylistContext()
  const watchState = useWatchState(video)
  const isWatched = watchState?.watched ?? false
  const pausedAt = isWatched ? null : resumeSeconds(watchState)
  const watchedShare = pausedAt && watchState?.durationSeconds ? pausedAt / watchState.durationSeconds : null
  const youTubeLink = { href: watchUrl(video), target: '_blank', rel: 'noopener' }
  return (
    <a
      ref={ref}
      href={writeHash({ fragment: video.fragment, seconds: null })}
      {...(isHydrated || isSample(video) ? null : youTubeLink)}
      aria-current={ref ? true : undefined}
      className="video-row"
      onClick={onPlainClick(() => selectVideo(video.fragment, null))}
    >
      {/* A tick for a watched video; for one that was begun, a ring that fills. */}
      {(isWatched || watchedShare) && (
        <svg
          className={isWatched ? 'text-success! [--tick:visible]' : '[--begun:visible]'}
          style={watchedShare ? ({ '--part': watchedShare.toFixed(2) } as CSSProperties) : undefined}
          aria-hidden="true"
        >
          <use href="#playlist-tick" />
        </svg>
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {video.title}
        {video.audience !== around && <AudienceLabel audience={video.audience} isBelow />}
      </span>
      {isWatched && <span className="sr-only">, watched</span>}
      {pausedAt !== null && <span className="sr-only">{`, paused at ${spokenTime(pausedAt)}`}</span>}
      {video.durationSeconds !== null && (
        <time dateTime={`PT${video.durationSeconds}S`}>{clockTime(video.durationSeconds)}</time>
      )}
    </a>
  )
}
