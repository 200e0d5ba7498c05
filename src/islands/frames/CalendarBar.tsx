import * as icons from '#src/shared/icons.ts'
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#src/shared/units.ts'
import { Icon } from '../ui/Icon.tsx'
import type { FrameView } from './model.ts'
import { agree, cityOf, clock, ownZone, rememberedTime, type WhoseTime } from './zone.ts'

/**
 * What time it is in the programme, and whose time the calendar below shows. Where the member's clock shows the same there
 * is one zone and nothing to switch. `complete-frames.ts` sets the clocks as soon as the page is there.
 */
export function CalendarBar({ frame, zone, whose, onChoose }: Props) {
  const now = useMinutes()
  const remembered = now && rememberedTime()
  const differ = now !== null && !agree(now, ownZone(), zone)
  const isMine = (whose ?? remembered) === 'mine'
  // No calendar program gets past the gate, so what this site serves itself is a file to take along.
  const isOwn = frame.provider === 'own'
  return (
    <div
      suppressHydrationWarning
      data-zone={zone}
      data-zones={differ ? 'differ' : undefined}
      className="group/bar calendar-bar mb-3 flex min-h-9 items-center gap-x-5 text-sm"
    >
      <p className="one mr-auto text-ink-soft">All times are {cityOf(zone)} time.</p>
      <p className="both mr-auto flex-wrap gap-x-4">
        <span className="max-sm:sr-only">
          <span className="group-has-aria-checked/bar:hidden">Times are in {cityOf(zone)} time.</span>
          <span className="not-group-has-aria-checked/bar:hidden">Times are in your time.</span>
        </span>
        <Clock of="programme" now={now} zone={zone} place={`in ${cityOf(zone)}`} />
        <Clock of="own" now={now} zone={zone} place="where you are" />
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={isMine}
        suppressHydrationWarning
        className="group switch min-h-9 items-center gap-2.5 font-medium"
        onClick={() => onChoose(isMine ? 'programme' : 'mine')}
      >
        <span
          className="relative h-5 w-9 rounded-full border border-edge transition-colors group-aria-checked:border-lagoon group-aria-checked:bg-lagoon"
          aria-hidden="true"
        >
          <span className="absolute top-[3px] left-[3px] size-3 rounded-full bg-edge transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-on-lagoon forced-colors:bg-[ButtonText]" />
        </span>
        My time
      </button>
      {frame.subscribeUrl && (
        <a
          href={frame.subscribeUrl}
          download={isOwn || undefined}
          className="subscribe inline-flex min-h-9 items-center gap-2 rounded-control font-medium text-lagoon transition-colors hover:text-lagoon-deep"
        >
          <Icon drawing={icons.calendarPlus} className="size-4" />
          {isOwn ? 'Download' : 'Subscribe'}
        </a>
      )}
    </div>
  )
}

interface Props {
  frame: FrameView
  /** The calendar's own. */
  zone: string
  /** null: as this browser remembers. */
  whose: WhoseTime | null
  onChoose: (whose: WhoseTime) => void
}

/** The one that counts is the bold one. */
function Clock({ of, zone, now, place }: ClockProps) {
  const isOwn = of === 'own'
  return (
    <span
      className={`flex gap-1.5 ${isOwn ? 'not-group-has-aria-checked/bar:text-ink-soft' : 'group-has-aria-checked/bar:text-ink-soft'}`}
    >
      <b
        suppressHydrationWarning
        data-clock={of}
        className={`tabular-nums ${isOwn ? 'not-group-has-aria-checked/bar:font-normal' : 'group-has-aria-checked/bar:font-normal'}`}
      >
        {now ? clock(now, isOwn ? ownZone() : zone) : '0:00'}
      </b>
      {place}
    </span>
  )
}

interface ClockProps {
  of: 'programme' | 'own'
  /** The calendar's. */
  zone: string
  now: Date | null
  place: string
}

/** The time, changing on every full minute, as clocks do. null until this is awake. */
function useMinutes(): Date | null {
  const [now, setNow] = useState<Date | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const current = new Date()
      setNow(current)
      clearTimeout(timer)
      timer = setTimeout(tick, MINUTE_MS - (current.getTime() % MINUTE_MS))
    }
    const comeBack = () => {
      if (!document.hidden) tick()
    }
    tick()
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [])

  return now
}
