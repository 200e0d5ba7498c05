import { useEffect, useState, type MouseEvent } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { continueWith } from '#src/shared/playlist/continue.ts'
import type { Known } from '#src/shared/playlist/known.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey, weekOf } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { useStore } from '../store.ts'
import { opensElsewhere } from './parts.tsx'
import { useEntries, useScreen, type Screen } from './screen.ts'
import { videosOf } from './tree.ts'

/** The link on top of the screen. It leads to the first video before anything is known. */
export function ContinueLink({ first }: { first: VideoView }) {
  const screen = useScreen()
  const entries = useEntries()
  const cohorts = useStore(screen.tree, (tree) => tree.cohorts)
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

  const follow = (event: MouseEvent) => {
    if (!next || opensElsewhere(event)) return
    event.preventDefault()
    screen.goTo(next.video.fragment, null, 'continue')
  }
  return (
    <a
      href={writeHash({ fragment: (next?.video ?? first).fragment, seconds: null })}
      className="mt-3 mb-3 flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 text-sm transition-colors hover:border-edge lg:mt-0 lg:mb-4"
      onClick={follow}
    >
      <svg className="size-4.5 shrink-0 text-lagoon" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">
        {next ? (entries.size > 0 ? 'Continue' : 'Start') : 'All watched'}
      </span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">
        {next?.video.title ?? 'Watch anything again'}
      </span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">
        {next?.seconds ? clockTime(next.seconds) : ''}
      </span>
    </a>
  )
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
