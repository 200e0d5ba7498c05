import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import type { HomeWeek } from '#src/shared/home.ts'
import type { LocalProgress } from '#src/lib/progress.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { CARD, CardHeading, Title } from './Card.tsx'
import { Clocks } from './Clocks.tsx'
import {
  dayAndClock,
  rowDay,
  deadlinesAt,
  missedAt,
  shortDay,
  tickKey,
  type Occurrence,
} from './this-week.ts'
import { TickBox } from './TickBox.tsx'
import type { useHomeProgress } from './useHomeProgress.ts'

/** Deadlines: those that were missed, then the next ones. */
export function DueCard({ view, progress, now }: DueProps) {
  const missed = useMissed({ view, progress, now })
  const deadlines = [...missed, ...deadlinesAt(view.events, now)]
  if (deadlines.length === 0) return null
  return (
    <section aria-labelledby="due-title" className={`${CARD} xl:col-start-2`}>
      <CardHeading id="due-title" icon={icons.PenLine}>
        Due
      </CardHeading>
      <ul>
        {deadlines.map((deadline, n) => (
          <DeadlineRow
            key={tickKey(deadline)}
            deadline={deadline}
            before={deadlines[n - 1]}
            done={progress.ticks.get(tickKey(deadline))}
            view={view}
            now={now}
          />
        ))}
      </ul>
      <p role="alert" className="text-danger">
        {progress.problem && errorText[progress.problem]}
      </p>
    </section>
  )
}

/** Missed deadlines. One that is ticked stays until the next visit, because its going would move the page. */
function useMissed({ view, progress, now }: DueProps): Occurrence[] {
  const viewer = useStore($viewer)
  const [shown, setShown] = useState<ReadonlyMap<string, Occurrence>>(new Map())
  const missed = missedAt(view.events, progress.known, viewer?.memberSince ?? null, now)
  if (missed.some(({ event, start }) => shown.get(event.name)?.start !== start))
    setShown(new Map([...shown, ...missed.map((each) => [each.event.name, each] as const)]))
  return [...shown.values()]
}

/** What is due, when, and the box to tick, unless a form or a colleague has done it. */
function DeadlineRow({ deadline, before, done, view, now }: DeadlineRowProps) {
  const { event, start } = deadline
  const day = rowDay(deadline, now)
  const isMissed = start <= now
  const isNewDay = !before || rowDay(before, now) !== day
  const isDone = done?.watched === true
  const doneBy = done?.isSent ? 'Sent' : done?.isByColleague ? 'Done by a colleague ·' : null
  // Home itself is no page to go to from here.
  const isPage = event.page !== undefined && event.page in view.pages
  return (
    <li
      className={`flex flex-wrap items-center gap-x-2 ${
        isNewDay ? 'border-line pt-2 pb-1.5 not-first:mt-1.5 not-first:border-t' : 'py-1.5'
      }`}
    >
      <div className={`w-full wrap-anywhere ${isDone ? 'line-through' : ''}`}>
        <Title href={isPage ? event.page : undefined}>{event.title}</Title>
      </div>
      <p
        className={`self-start @max-md:mb-1 ${
          isMissed ? 'rounded-full border border-transparent bg-danger-wash px-2.5 py-px text-danger' : ''
        }`}
      >
        {day}
      </p>
      {!isMissed && <Clocks of={deadline} zone={view.zone} now={now} isCityShown />}
      {doneBy ? (
        <p className="text-ink-soft @md:ml-auto">{`${doneBy} ${dayAndClock(done?.markedAt ?? now, now)}`}</p>
      ) : (
        <label className="ml-auto inline-flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
          <TickBox tick={tickKey(deadline)} isDone={isDone} />
          <span>Done</span>
          <span className="sr-only">{`${event.title}, ${shortDay(start)}`}</span>
        </label>
      )}
    </li>
  )
}

interface DueProps {
  view: HomeWeek
  progress: ReturnType<typeof useHomeProgress>
  now: number
}

interface DeadlineRowProps {
  deadline: Occurrence
  /** The one above it. */
  before: Occurrence | undefined
  /** The member's tick. */
  done: LocalProgress | undefined
  view: HomeWeek
  now: number
}
