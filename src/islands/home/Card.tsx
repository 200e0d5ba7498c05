import type { IconNode } from 'lucide'
import type { PropsWithChildren } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { browserOffset, cityOf, programmeClock, toZoned } from '#src/shared/zoned-time.ts'
import type { Occurrence } from './this-week.ts'
import { setWatched } from '#src/lib/progress-store.ts'

export const CARD = '@container rounded-card border border-line bg-surface p-4 text-sm sm:px-5'

export function CardHeading({ id, icon, children }: PropsWithChildren<{ id: string; icon: IconNode }>) {
  return (
    <h2
      id={id}
      className="flex items-center gap-2 font-sans text-sm font-normal tracking-normal text-ink-soft [word-spacing:normal]"
    >
      <Icon icon={icon} className="text-accent" />
      <span>{children}</span>
    </h2>
  )
}

export function OptionalLink({ href, children }: PropsWithChildren<{ href: string | undefined }>) {
  if (href === undefined) return <span className="inline-block font-semibold">{children}</span>
  return (
    <a
      href={href}
      className="inline-block font-semibold underline decoration-transparent underline-offset-3 hover:decoration-accent"
    >
      {children}
    </a>
  )
}

export function DoneCheckbox({ progressKey, isDone, label }: DoneCheckboxProps) {
  return (
    <input
      type="checkbox"
      name="tick"
      value={progressKey}
      aria-label={label}
      className="checkbox size-4.5"
      checked={isDone}
      onChange={({ target }) => setWatched(progressKey, target.checked)}
    />
  )
}

// The start, or the end once it is under way: by the member's clock, then by the programme's where that differs.
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

interface DoneCheckboxProps {
  progressKey: string
  isDone: boolean
  label?: string
}

interface ClocksProps {
  occurrence: Occurrence
  programmeZone: string
  now: number
  isCityShown: boolean
  className?: string
}
