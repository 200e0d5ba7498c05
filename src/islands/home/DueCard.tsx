import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import { useState } from 'react'
import type { HomeWeek } from '#src/shared/home.ts'
import type { ProgressRecord } from '#src/lib/progress.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { ErrorText } from '#src/ui/Alert.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { CARD, CardHeading, Clocks, DoneCheckbox, OptionalLink } from './Card.tsx'
import {
  formatDayAndTime,
  formatRowDay,
  formatShortDay,
  missedDeadlines,
  progressKeyOf,
  upcomingDeadlines,
  type Occurrence,
} from './this-week.ts'
import type { CardProgress } from './useHomeProgress.ts'

export function DueCard({ view, progress, now }: DueCardProps) {
  const missed = useMissedDeadlines({ view, progress, now })
  const deadlines = [...missed, ...upcomingDeadlines(view.events, now)]
  if (deadlines.length === 0) return null
  return (
    <section aria-labelledby="due-title" className={`${CARD} xl:col-start-2`} onChange={progress.onTick}>
      <CardHeading id="due-title" icon={icons.PenLine}>
        Due
      </CardHeading>
      <ul>
        {deadlines.map((deadline, index) => (
          <DeadlineRow
            key={progressKeyOf(deadline)}
            deadline={deadline}
            previous={deadlines[index - 1]}
            record={progress.records.get(progressKeyOf(deadline))}
            view={view}
            now={now}
          />
        ))}
      </ul>
      <p role="alert" className="text-danger">
        <ErrorText code={progress.problem} />
      </p>
    </section>
  )
}

// A missed deadline stays until the next visit, even once it is done: removing its row would move the page.
function useMissedDeadlines({ view, progress, now }: DueCardProps): Occurrence[] {
  const memberSince = useStore($viewer)?.memberSince ?? null
  const missed = missedDeadlines(view.events, progress.syncedRecords, memberSince, now)
  const [shown, setShown] = useState<ReadonlyMap<string, Occurrence>>(new Map())
  // During render, as React advises: an effect would paint the page without the new row first.
  if (missed.some(({ event, start }) => shown.get(event.name)?.start !== start))
    setShown(new Map([...shown, ...missed.map((deadline) => [deadline.event.name, deadline] as const)]))
  return [...shown.values()]
}

function DeadlineRow({ deadline, previous, record, view, now }: DeadlineRowProps) {
  const { event, start } = deadline
  const day = formatRowDay(deadline, now)
  const isMissed = start <= now
  const isNewDay = !previous || formatRowDay(previous, now) !== day
  const isDone = record?.watched === true
  const doneBy = labelOfReporter(record)
  return (
    <li
      className={`flex flex-wrap items-center gap-x-2 ${
        isNewDay ? 'border-line pt-2 pb-1.5 not-first:mt-1.5 not-first:border-t' : 'py-1.5'
      }`}
    >
      <div className={`w-full wrap-anywhere ${isDone ? 'line-through' : ''}`}>
        <OptionalLink href={event.page?.href}>{event.title}</OptionalLink>
        <AudienceLabel audience={event.audience} />
      </div>
      <p
        className={`self-start @max-md:mb-1 ${
          isMissed ? 'rounded-full border border-transparent bg-danger-wash px-2.5 py-px text-danger' : ''
        }`}
      >
        {day}
      </p>
      {!isMissed && <Clocks occurrence={deadline} programmeZone={view.programmeZone} now={now} isCityShown />}
      {doneBy ? (
        <p className="text-ink-soft @md:ml-auto">
          {`${doneBy} ${formatDayAndTime(record?.markedAt ?? now, now)}`}
        </p>
      ) : (
        <label className="ml-auto inline-flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
          <DoneCheckbox progressKey={progressKeyOf(deadline)} isDone={isDone} />
          <span>Done</span>
          <span className="sr-only">{`${event.title}, ${formatShortDay(start)}`}</span>
        </label>
      )}
    </li>
  )
}

function labelOfReporter(record: ProgressRecord | undefined): string | null {
  if (record?.isSent) return 'Sent'
  return record?.isByColleague ? 'Done by a colleague ·' : null
}

interface DueCardProps {
  view: HomeWeek
  progress: CardProgress
  now: number
}

interface DeadlineRowProps {
  deadline: Occurrence
  previous: Occurrence | undefined
  record: ProgressRecord | undefined
  view: HomeWeek
  now: number
}
