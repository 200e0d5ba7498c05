import { useEffect, useState, type MouseEvent } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { continueWith } from '#src/shared/playlist/continue.ts'
import type { Known } from '#src/shared/playlist/known.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey, weekOf } from '#src/shared/playlist/video-key.ts'
import type { VideoView, WeekView } from '#src/shared/playlist/view.ts'
import { useStore } from '../store.ts'
import { opensElsewhere } from '../presses.ts'
import { useEntries, useScreen, type Screen } from './screen.ts'
import { neighbourOf, videosOf } from './tree.ts'

/**
 * The link on top of the screen: to what the member goes on with, or, where that is shown already, to what comes after it.
 * The first video stands for what nobody knows yet.
 */
export function ContinueLink({ first }: { first: VideoView }) {
  const screen = useScreen()
  const entries = useEntries()
  const cohorts = useStore(screen.tree, (tree) => tree.cohorts)
  const shown = useStore(screen.selection, ({ video }) => video)
  const after = useStore(screen.tree, (tree) => neighbourOf(tree, shown, 1))
  const [next, setNext] = useState<Next | null>({ video: first, seconds: null })

  useEffect(() => {
    let isStale = false
    void findNext(screen, entries).then((found) => {
      if (!isStale) setNext(found)
    })
    return () => {
      isStale = true
    }
  }, [screen, entries, cohorts])

  const { verb, video, seconds } = lineOf(next, { shown, after, hasBegun: entries.size > 0 })
  const follow = (event: MouseEvent) => {
    if (!video || opensElsewhere(event)) return
    event.preventDefault()
    screen.goTo(video.fragment, null, 'continue')
  }
  return (
    <a
      href={writeHash({ fragment: (video ?? first).fragment, seconds: null })}
      // What the page shows before its script is another video: what comes next is not known yet.
      className="video-line group-has-[[data-other]:is(:target,[data-chosen])]/stage:invisible hover:border-edge"
      onClick={follow}
    >
      <svg className="size-4.5 shrink-0 text-lagoon" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">{verb}</span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">
        {video?.title ?? 'Watch anything again'}
      </span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">{seconds ? clockTime(seconds) : ''}</span>
    </a>
  )
}

/** What the link says. */
function lineOf(next: Next | null, { shown, after, hasBegun }: Around): Line {
  if (!next) return { verb: 'All watched', video: null, seconds: null }
  if (next.video.path === shown.path && after && 'fragment' in after)
    return { verb: 'Up next', video: after, seconds: null }
  return { verb: hasBegun ? 'Continue' : 'Start', ...next }
}

interface Around {
  shown: VideoView
  /** A week where what comes after it is not here; null at the end. */
  after: VideoView | WeekView | null
  hasBegun: boolean
}

interface Line {
  verb: string
  video: VideoView | null
  seconds: number | null
}

interface Next {
  video: VideoView
  /** null for the start. */
  seconds: number | null
}

/** A video that was taken out of the playlist since is left out here, too. null when all is watched. */
async function findNext(screen: Screen, entries: ReadonlyMap<string, Known>): Promise<Next | null> {
  const next = continueWith(
    entries,
    videosOf(screen.tree.get()).map(({ path }) => videoKey(path)),
  )
  if (!next) return null
  const video = findByKey(screen, next.video) ?? (await bringByKey(screen, next.video))
  if (video) return { video, seconds: next.seconds }
  return findNext(screen, new Map([...entries].filter(([key]) => key !== next.video)))
}

function findByKey(screen: Screen, key: string): VideoView | null {
  return videosOf(screen.tree.get()).find(({ path }) => videoKey(path) === key) ?? null
}

/** A video of another cohort or week, whose paths carry numbers that its key does not. */
async function bringByKey(screen: Screen, key: string): Promise<VideoView | null> {
  const cohort = () => screen.tree.get().cohorts.find(({ path }) => videoKey(path) === cohortOf(key))
  const known = cohort()
  if (known && !known.weeks) await screen.bring(known.path)
  const week = cohort()?.weeks?.find(({ path }) => videoKey(path) === weekOf(key))
  if (week && !week.videos) await screen.bring(week.path)
  return findByKey(screen, key)
}
