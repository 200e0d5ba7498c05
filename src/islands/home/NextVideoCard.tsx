import * as icons from 'lucide'
import type { ReactNode } from 'react'
import type { HomeVideo } from '#src/shared/home.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { formatMinutes, videoPath, PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import type { ProgressRecords } from '#src/lib/progress.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CARD, CardHeading, OptionalLink } from './Card.tsx'
import { nextVideo } from './this-week.ts'

export function NextVideoCard({ videos, records, drawing }: NextVideoCardProps) {
  const next = nextVideo(videos, records)
  if (next.status === 'none') return null
  const isKnown = next.status !== 'unknown'
  return (
    <section aria-labelledby="watch-title" className={`${CARD} flex gap-4 xl:col-start-2 xl:self-start`}>
      <div className="min-w-0 flex-1">
        <CardHeading id="watch-title" icon={icons.CirclePlay}>
          {{ unknown: 'Watch', start: 'Start', continue: 'Continue' }[next.status]}
        </CardHeading>
        <p className="mt-1 wrap-anywhere">
          <OptionalLink
            href={isKnown ? videoPath({ fragment: next.video.fragment, seconds: null }) : PLAYLIST_PATH}
          >
            {isKnown ? next.video.title : 'Video Playlist'}
          </OptionalLink>
        </p>
        {/* One line high from the start, so that nothing moves. */}
        <p className="min-h-5 tabular-nums">
          {isKnown &&
            [`${next.watchedCount} of ${next.weekCount} watched`, formatMinutes(next.video.minutes)]
              .filter(Boolean)
              .join(' · ')}
        </p>
        {isKnown && next.seconds !== null && (
          <p className="text-ink-soft tabular-nums">{`From ${clockTime(next.seconds)}`}</p>
        )}
      </div>
      <span
        className="relative grid h-16 w-24 shrink-0 place-content-center overflow-clip rounded-lg bg-porch-sky"
        aria-hidden="true"
      >
        <span className="absolute inset-x-0 bottom-0 h-3/4 [&_svg]:size-full">{drawing}</span>
        <span className="relative grid size-8 place-items-center rounded-full bg-surface text-accent">
          <Icon icon={icons.Play} className="ml-0.5 size-3.5" />
        </span>
      </span>
    </section>
  )
}

interface NextVideoCardProps {
  videos: readonly HomeVideo[]
  records: ProgressRecords | null
  drawing: ReactNode
}
