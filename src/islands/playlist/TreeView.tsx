import type { CSSProperties, ReactNode } from 'react'
import * as icons from 'lucide'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { resumeAt } from '#src/shared/playlist/watch-state.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import {
  lengthOf,
  isSample,
  summaryOf,
  watchUrl,
  type CohortView,
  type VideoView,
  type WeekView,
} from '#src/shared/playlist/view.ts'
import { onPlainClick } from '../../lib/clicks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import { groupsAround } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

export function TreeView() {
  return (
    <nav aria-label="Videos by week">
      {usePlaylistState().playlist.cohorts.map((cohort) => (
        <Group key={cohort.path} group={cohort}>
          {cohort.weeks?.map((week) => (
            <Group key={week.path} group={week}>
              <ol className="px-2 pb-2">
                {week.videos.map((video) => (
                  <li key={video.path}>
                    <Row video={video} />
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

/** @param children undefined until the cohort is loaded. */
function Group({ group, children }: { group: CohortView | WeekView; children: ReactNode }) {
  const { playlist } = usePlaylistState()
  const isHydrated = useIsHydrated()
  const isCohort = 'weeks' in group
  const Title = isCohort ? 'h2' : 'h3'
  return (
    <details
      // At first: the member opens and closes it, and VideoList opens it around the shown video.
      open={groupsAround(playlist.first).includes(group.path)}
      onToggle={(event) => {
        event.stopPropagation()
        if (event.currentTarget.open && isCohort) void playlist.loadWeeks(group)
      }}
      className={isCohort ? '[&+&]:border-t [&+&]:border-line' : undefined}
    >
      <summary
        className={`group-line ${isCohort ? 'sticky top-0 z-2 min-h-12 border-b border-line bg-surface *:[h2]:font-semibold' : ''}`}
      >
        <Icon drawing={icons.ChevronRight} className="size-4 chevron" />
        <Title>{group.title}</Title>
        <Summary group={group} />
      </summary>
      {children ?? (
        <p className="px-4 py-2 text-sm">
          <button
            type="button"
            className="text-link"
            disabled={!isHydrated}
            onClick={() => void (isCohort && playlist.loadWeeks(group))}
          >
            {`Open ${group.title}`}
          </button>
        </p>
      )}
    </details>
  )
}

/** How many videos there are and how long they take; once it is loaded and one is watched, how many are watched. */
function Summary({ group }: { group: CohortView | WeekView }) {
  const { entries } = usePlaylistState().playlist
  const videos = 'videos' in group ? group.videos : group.weeks?.flatMap((week) => week.videos)
  const watched = videos?.filter(({ path }) => entries.get(videoKey(path))?.watched).length
  if (!watched) return <span>{summaryOf(group)}</span>
  const length = lengthOf(group.minutes)
  return (
    <span className={watched === group.count ? 'text-success!' : undefined}>
      <span>{`${watched} of ${group.count}`}</span>
      {/* The narrowest list has no room for the word. */}
      <span className="lg:max-xl:sr-only"> watched</span>
      {length && <span>{` · ${length}`}</span>}
    </span>
  )
}

function Row({ video }: { video: VideoView }) {
  const { playlist } = usePlaylistState()
  const isCurrent = video.path === playlist.shown.video.path
  const known = playlist.entries.get(videoKey(video.path))
  const isWatched = known?.watched ?? false
  const left = isWatched ? null : resumeAt(known)
  const part = left && known?.durationSeconds ? left / known.durationSeconds : null
  const isHydrated = useIsHydrated()
  const away = { href: watchUrl(video), target: '_blank', rel: 'noopener' }
  return (
    <a
      href={writeHash({ fragment: video.fragment, seconds: null })}
      {...(isHydrated || isSample(video) ? null : away)}
      aria-current={isCurrent || undefined}
      className="video-row"
      onClick={onPlainClick(() => playlist.goTo(video.fragment, null))}
    >
      <svg
        // A tick for a watched video; for one that was begun, a ring that fills.
        className={isWatched ? 'text-success! [--tick:visible]' : part ? '[--begun:visible]' : undefined}
        style={part ? ({ '--part': part.toFixed(2) } as CSSProperties) : undefined}
        aria-hidden="true"
      >
        <use href="#playlist-tick" />
      </svg>
      <span className="min-w-0 flex-1 wrap-anywhere">{video.title}</span>
      {isWatched && <span className="sr-only">, watched</span>}
      {left !== null && <span className="sr-only">{`, paused at ${spokenTime(left)}`}</span>}
      {video.durationSeconds !== null && (
        <time dateTime={`PT${video.durationSeconds}S`}>{clockTime(video.durationSeconds)}</time>
      )}
    </a>
  )
}
