import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import type { HomeWeek } from '#src/shared/home.ts'
import { browserOffset, toZoned } from '#src/shared/zoned-time.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import { $usesOwnTimeZone } from '#src/lib/time-zone.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { CARD, CardHeading, Clocks, OptionalLink } from './Card.tsx'
import { canJoin, formatRowDay, formatShortDay, thisWeek, type Occurrence } from './this-week.ts'

export function WeekCard({ view, now }: { view: HomeWeek; now: number }) {
  const week = thisWeek(view, now)
  return (
    <section
      aria-labelledby="week-title"
      className={`${CARD} xl:col-start-1 xl:row-span-2 xl:row-start-1 xl:self-start`}
    >
      <div className="flex items-center gap-x-4">
        <div className="mr-auto">
          <CardHeading id="week-title" icon={icons.CalendarDays}>
            This week
          </CardHeading>
        </div>
        {view.calendarPath && (
          <a href={view.calendarPath} className="text-link">
            Calendar
          </a>
        )}
        <button
          type="button"
          className="text-link"
          onClick={() => openDialog({ name: 'account', section: 'calendar' })}
        >
          Subscribe <span className="sr-only">to all events</span>
        </button>
      </div>
      {week.status === 'planned' && (
        <ol className="mt-2">
          {week.sessions.map((session, n) => (
            <SessionRow
              key={`${session.event.name} ${session.start}`}
              session={session}
              previous={week.sessions[n - 1]}
              view={view}
              now={now}
            />
          ))}
        </ol>
      )}
      {week.status === 'free' && <p className="mt-2">Nothing is planned for the next seven days.</p>}
      {week.status === 'unknown' && (
        <p className="mt-2">
          {`We don’t have this week’s dates here.${view.calendarPath ? ' The calendar has them.' : ''}`}
        </p>
      )}
    </section>
  )
}

function SessionRow({ session, previous, view, now }: SessionRowProps) {
  const { event, start, offset } = session
  const usesOwnTimeZone = useStore($usesOwnTimeZone)
  const day = formatRowDay(session, now)
  const isNewDay = !previous || formatRowDay(previous, now) !== day
  const calendarDay = toZoned(start, usesOwnTimeZone ? browserOffset(start) : offset).iso
  const spokenName = `${event.title}, ${formatShortDay(start)}`
  return (
    <li
      className={`grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-3 @md:grid-cols-[5.5rem_11rem_minmax(0,1fr)_auto] @md:gap-x-4 ${
        isNewDay ? 'border-line pt-2 pb-1.5 not-first:mt-1.5 not-first:border-t' : 'py-1.5'
      }`}
    >
      <p className={isNewDay ? 'self-start font-semibold @max-md:col-span-full @max-md:mb-1' : 'sr-only'}>
        {day}
      </p>
      <Clocks
        occurrence={session}
        programmeZone={view.programmeZone}
        now={now}
        isCityShown={!previous}
        className="@md:col-start-2"
      />
      <div className="min-w-0 wrap-anywhere">
        <OptionalLink href={view.calendarPath && `${view.calendarPath}#${calendarDay}`}>
          {event.title}
        </OptionalLink>
        <AudienceLabel audience={event.audience} />
        {(event.place !== undefined || event.page) && (
          <p className="flex flex-wrap gap-x-3 text-xs text-ink-soft">
            {event.place !== undefined && <span>{event.place}</span>}
            {event.page && (
              <a href={event.page.href} className="text-link">
                {event.page.label}
              </a>
            )}
          </p>
        )}
      </div>
      {event.joinUrl !== undefined && canJoin(session, now) ? (
        <a href={event.joinUrl} target="_blank" rel="noopener" className="button-primary min-h-9 px-4">
          Join <span className="sr-only">{spokenName}</span>
        </a>
      ) : (
        <a href={`/${event.name}.ics`} download className="icon-button -my-1">
          <Icon icon={icons.CalendarPlus} />
          <span className="sr-only">
            {`Add to calendar: ${spokenName}${event.starts.length > 1 ? ' and its other dates' : ''}`}
          </span>
        </a>
      )}
    </li>
  )
}

interface SessionRowProps {
  session: Occurrence
  previous: Occurrence | undefined
  view: HomeWeek
  now: number
}
