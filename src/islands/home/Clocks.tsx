import { browserOffset, cityOf, programmeClock, toZoned } from '#src/shared/zoned-time.ts'
import type { Occurrence } from './this-week.ts'

/** When an event begins, or ends once it is under way: by the member's clock, then by the programme's where that differs. */
export function Clocks({ of, zone, now, isCityShown, className = '' }: ClocksProps) {
  const { start, end, offset } = of
  const isUnderWay = start <= now
  const moment = isUnderWay ? end : start
  const { clock } = toZoned(moment, browserOffset(moment))
  const programme = programmeClock(moment, offset)
  return (
    <p className={`self-start tabular-nums ${className}`}>
      <span className="block">{isUnderWay ? `Now, until ${clock}` : clock}</span>
      {programme !== null && (
        <>
          <span className="sr-only">your time,</span>
          <span className="block text-xs text-ink-soft">
            <span>{programme}</span>
            <span className={isCityShown ? '' : 'sr-only'}>{` in ${cityOf(zone)}`}</span>
          </span>
        </>
      )}
    </p>
  )
}

interface ClocksProps {
  of: Occurrence
  /** The programme's. */
  zone: string
  now: number
  isCityShown: boolean
  className?: string
}
