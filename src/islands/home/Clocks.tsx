import { browserOffset, cityOf, programmeClock, toZoned } from '#src/shared/zoned-time.ts'
import type { Occurrence } from './this-week.ts'

/** The start, or the end once it is under way: by the member's clock, then by the programme's where that differs. */
export function Clocks({ occurrence, programmeZone, now, isCityShown, className = '' }: ClocksProps) {
  const { start, end, offset } = occurrence
  const isUnderWay = start <= now
  const moment = isUnderWay ? end : start
  const memberTime = toZoned(moment, browserOffset(moment)).clock
  const programmeTime = programmeClock(moment, offset)
  return (
    <p className={`self-start tabular-nums ${className}`}>
      <span className="block">{isUnderWay ? `Now, until ${memberTime}` : memberTime}</span>
      {programmeTime !== null && (
        <>
          <span className="sr-only">your time,</span>
          <span className="block text-xs text-ink-soft">
            <span>{programmeTime}</span>
            <span className={isCityShown ? '' : 'sr-only'}>{` in ${cityOf(programmeZone)}`}</span>
          </span>
        </>
      )}
    </p>
  )
}

interface ClocksProps {
  occurrence: Occurrence
  programmeZone: string
  now: number
  isCityShown: boolean
  className?: string
}
