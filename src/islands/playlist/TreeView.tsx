import type { Ref } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { resumeAt } from '#src/shared/playlist/known.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey } from '#src/shared/playlist/video-key.ts'
import {
  PLAYLIST_PATH,
  lengthOf,
  summaryOf,
  type CohortView,
  type VideoView,
  type WeekView,
} from '#src/shared/playlist/view.ts'
import { NewDot } from '../news/NewDot.tsx'
import { opensElsewhere } from '../presses.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import type { Entries } from './progress.ts'
import type { Playlist } from './usePlaylist.ts'

/** Cohorts, weeks and videos, with how far the member is. */
export function TreeView(props: TreeProps) {
  return (
    <nav aria-label="Videos by week">
      {props.playlist.cohorts.map((cohort) => (
        <Group key={cohort.path} group={cohort} {...props}>
          {cohort.weeks?.map((week) => (
            <Group key={week.path} group={week} {...props}>
              <ol className="px-2 pb-2">
                {week.videos.map((video) => (
                  <li key={video.path}>
                    <Row video={video} {...props} />
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

interface TreeProps {
  playlist: Playlist
  /** Closes the list where it lies over the page. */
  close: () => void
  currentRow: Ref<HTMLAnchorElement>
}

function Group({ group, playlist, children }: GroupProps) {
  const watched = watchedIn(group, playlist.entries)
  const isCohort = 'weeks' in group
  const Title = isCohort ? 'h2' : 'h3'
  return (
    <details
      open={playlist.open.has(group.path)}
      onToggle={(event) => {
        event.stopPropagation()
        playlist.toggle(group.path, event.currentTarget.open)
      }}
      className={isCohort ? '[&+&]:border-t [&+&]:border-line' : undefined}
    >
      <summary
        className={`group-line ${isCohort ? 'sticky top-0 z-2 min-h-12 border-b border-line bg-surface *:[h2]:font-semibold' : 'relative'}`}
      >
        <svg className="chevron" aria-hidden="true">
          <use href="#playlist-chevron" />
        </svg>
        <Title>{group.title}</Title>
        <NewDot
          at={group.at}
          words="with new videos"
          className="absolute top-1/2 left-1.5 -translate-y-1/2 [[open]>summary>&]:hidden"
        />
        <AmountNote group={group} watched={watched} />
      </summary>
      {children ?? (
        <p className="px-4 py-2 text-sm">
          <a className="text-link" href={`${PLAYLIST_PATH}/${group.path}`}>
            {`Open ${group.title}`}
          </a>
        </p>
      )}
    </details>
  )
}

interface GroupProps extends TreeProps {
  group: CohortView | WeekView
  /** Nothing while a cohort is not here. */
  children: React.ReactNode
}

/** How much there is; with a ring, how much of it was watched. */
function AmountNote({ group, watched }: { group: CohortView | WeekView; watched: number }) {
  if (watched === 0) return <span>{summaryOf(group)}</span>
  const length = lengthOf(group.minutes)
  return (
    <span
      className={`inline-flex items-center gap-1.5 before:size-3 before:rounded-full before:bg-[conic-gradient(var(--color-kukui)_calc(var(--part)*360deg),var(--color-line)_0)] before:mask-[radial-gradient(circle_at_center,transparent_3px,black_3.5px)] lg:max-xl:before:hidden ${watched === group.count ? 'text-kukui!' : ''}`}
      style={{ '--part': (watched / group.count).toFixed(3) } as React.CSSProperties}
    >
      <span>
        {`${watched} of ${group.count}`}
        {/* A list beside a narrow page has no room for the word. */}
        <span className="lg:max-xl:sr-only"> watched</span>
        {length && ` · ${length}`}
      </span>
    </span>
  )
}

function Row({ video, playlist, close, currentRow }: TreeProps & { video: VideoView }) {
  const isCurrent = video.path === playlist.shown.video.path
  const known = playlist.entries.get(videoKey(video.path))
  const isWatched = known?.watched ?? false
  const left = isWatched ? null : resumeAt(known)
  const part = left && known?.durationSeconds ? left / known.durationSeconds : null
  const isHydrated = useIsHydrated()
  return (
    <a
      ref={isCurrent ? currentRow : undefined}
      href={
        isHydrated ? writeHash({ fragment: video.fragment, seconds: null }) : `${PLAYLIST_PATH}/${video.path}`
      }
      aria-current={isCurrent || undefined}
      className="video-row"
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        close()
        playlist.goTo(video.fragment, null)
      }}
    >
      <svg
        // A tick for a watched video; of one that is begun, as much of the ring as was seen.
        className={isWatched ? 'text-kukui! [--tick:visible]' : part ? '[--begun:visible]' : undefined}
        style={part ? ({ '--part': part.toFixed(2) } as React.CSSProperties) : undefined}
        aria-hidden="true"
      >
        <use href="#playlist-tick" />
      </svg>
      <span className="min-w-0 flex-1 wrap-anywhere">{video.title}</span>
      {/* In the ring that a tick fills. */}
      {!isWatched && <NewDot at={video.at} className="absolute top-4.25 left-3.25 lg:top-3.75" />}
      {isWatched && <span className="sr-only">, watched</span>}
      {left !== null && <span className="sr-only">{`, left at ${spokenTime(left)}`}</span>}
      {video.durationSeconds !== null && (
        <time dateTime={`PT${video.durationSeconds}S`}>{clockTime(video.durationSeconds)}</time>
      )}
    </a>
  )
}

/** Of what is here, its videos that were watched; of a cohort that is not, what progress says. */
function watchedIn(group: CohortView | WeekView, entries: Entries): number {
  const videos = 'videos' in group ? group.videos : group.weeks?.flatMap((week) => week.videos)
  if (videos) return videos.filter(({ path }) => entries.get(videoKey(path))?.watched).length
  const keys = [...entries].filter(([key, { watched }]) => watched && cohortOf(key) === videoKey(group.path))
  // A video that was removed may still have been watched.
  return Math.min(keys.length, group.count)
}
