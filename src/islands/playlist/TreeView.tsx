import { memo, useEffect, useRef, type ReactNode } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey, weekOf } from '#src/shared/playlist/video-key.ts'
import {
  PLAYLIST_PATH,
  lengthOf,
  summaryOf,
  type Amount,
  type CohortView,
  type VideoView,
  type WeekView,
} from '#src/shared/playlist/view.ts'
import { NewDot } from '../news/NewDot.tsx'
import { useStore } from '../store.ts'
import { opensElsewhere } from '../presses.ts'
import { Chevron } from './parts.tsx'
import { useEntries, useScreen } from './screen.ts'
import { isElsewhere, weekPathOf } from './tree.ts'

/** Cohorts, weeks and videos, with how far the member is. */
export const TreeView = memo(function TreeView({ choose, currentRow }: TreeProps) {
  const { tree, selection } = useScreen()
  const { cohorts, open } = useStore(tree, (now) => now)
  const current = useStore(selection, ({ video }) => video)
  const entries = useEntries()
  const currentWeek = weekPathOf(current.path)
  const watched = [...entries].filter(([, known]) => known.watched).map(([key]) => key)

  return (
    <nav aria-label="Videos by week">
      {cohorts.map((cohort) => (
        <Group
          key={cohort.path}
          group={cohort}
          isOpen={open.has(cohort.path)}
          watched={watchedIn(cohort, watched)}
        >
          {cohort.weeks?.map((week) => (
            <Group
              key={week.path}
              group={week}
              isOpen={open.has(week.path)}
              watched={watchedIn(week, watched)}
            >
              {week.videos && (
                <Rows
                  videos={week.videos}
                  // Another week's rows are not drawn again when the choice changes.
                  current={week.path === currentWeek ? current : null}
                  entries={entries}
                  choose={choose}
                  currentRow={currentRow}
                />
              )}
            </Group>
          ))}
        </Group>
      ))}
    </nav>
  )
})

interface TreeProps {
  /** Hears of every press on a video. */
  choose: () => void
  currentRow: React.Ref<HTMLAnchorElement>
}

function Group({ group, isOpen, watched, children }: GroupProps) {
  const { tree } = useScreen()
  const details = useRef<HTMLDetailsElement>(null)
  const isCohort = 'weeks' in group
  const Title = isCohort ? 'h2' : 'h3'
  const toggled = (open: boolean) => tree.dispatch({ type: 'toggled', path: group.path, open })

  // It may have been opened before this was here.
  useEffect(() => {
    if (details.current?.open) tree.dispatch({ type: 'toggled', path: group.path, open: true })
  }, [tree, group.path])

  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={(event) => {
        event.stopPropagation()
        toggled(event.currentTarget.open)
      }}
      className={isCohort ? '[&+&]:border-t [&+&]:border-line' : undefined}
    >
      <summary
        className={`group-line ${isCohort ? 'sticky top-0 z-2 min-h-12 border-b border-line bg-surface *:[h2]:font-semibold' : 'relative'}`}
      >
        <Chevron />
        <Title>{group.title}</Title>
        <NewDot
          at={group.at}
          words="with new videos"
          className="absolute top-1/2 left-1.5 -translate-y-1/2 [[open]>summary>&]:hidden"
        />
        <AmountNote group={group} watched={watched} />
      </summary>
      {isElsewhere(group) ? (
        <p className="px-4 py-2 text-sm">
          <a className="text-link" href={`${PLAYLIST_PATH}/${group.path}`}>
            {`Open ${group.title}`}
          </a>
        </p>
      ) : (
        children
      )}
    </details>
  )
}

interface GroupProps {
  group: CohortView | WeekView
  isOpen: boolean
  watched: number
  children: ReactNode
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

const Rows = memo(function Rows({ videos, current, entries, choose, currentRow }: RowsProps) {
  return (
    <ol className="px-2 pb-2">
      {videos.map((video) => (
        <li key={video.path}>
          <Row
            video={video}
            isCurrent={video.path === current?.path}
            known={entries.get(videoKey(video.path))}
            choose={choose}
            currentRow={currentRow}
          />
        </li>
      ))}
    </ol>
  )
})

interface RowsProps extends TreeProps {
  videos: VideoView[]
  current: VideoView | null
  entries: ReadonlyMap<string, Known>
}

const Row = memo(function Row({ video, isCurrent, known, choose, currentRow }: RowProps) {
  const screen = useScreen()
  const { part, words, look } = seenOf(known)
  return (
    <a
      ref={isCurrent ? currentRow : undefined}
      href={writeHash({ fragment: video.fragment, seconds: null })}
      aria-current={isCurrent || undefined}
      className="video-row"
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        choose()
        screen.goTo(video.fragment, null)
      }}
    >
      <svg
        className={look}
        style={part === null ? undefined : ({ '--part': part.toFixed(2) } as React.CSSProperties)}
        aria-hidden="true"
      >
        <use href="#playlist-tick" />
      </svg>
      <span className="min-w-0 flex-1 wrap-anywhere">{video.title}</span>
      {/* In the ring that a tick fills. */}
      {!known?.watched && <NewDot at={video.at} className="absolute top-4.25 left-3.25 lg:top-3.75" />}
      {words && <span className="sr-only">{words}</span>}
      {video.durationSeconds !== null && (
        <time dateTime={`PT${video.durationSeconds}S`}>{clockTime(video.durationSeconds)}</time>
      )}
    </a>
  )
})

interface RowProps extends TreeProps {
  video: VideoView
  isCurrent: boolean
  known: Known | undefined
}

/** A tick for a watched video; of one that is begun, as much of the ring as was seen. */
function seenOf(known: Known | undefined): { part: number | null; words: string; look: string | undefined } {
  if (known?.watched) return { part: null, words: ', watched', look: 'text-kukui! [--tick:visible]' }
  const seconds = known ? resumeAt(known) : null
  if (!known?.durationSeconds || seconds === null) return { part: null, words: '', look: undefined }
  const part = seconds / known.durationSeconds
  return { part, words: `, left at ${spokenTime(seconds)}`, look: '[--begun:visible]' }
}

/** Of what is here, its videos that were watched; of what is elsewhere, what progress says. */
function watchedIn(group: CohortView | WeekView, watched: readonly string[]): number {
  if ('weeks' in group) {
    if (group.weeks) return group.weeks.reduce((sum, week) => sum + watchedIn(week, watched), 0)
    return atMost(
      group,
      watched.filter((video) => cohortOf(video) === videoKey(group.path)),
    )
  }
  const keys = group.videos && new Set(group.videos.map(({ path }) => videoKey(path)))
  return atMost(
    group,
    watched.filter((video) => (keys ? keys.has(video) : weekOf(video) === videoKey(group.path))),
  )
}

/** A video that was taken out may still have been watched. */
function atMost({ count }: Amount, videos: readonly string[]): number {
  return Math.min(videos.length, count)
}
