import type { ReactNode } from 'react'
import { type AudienceMark, CLOSE_MARK, isMark, labelMarkOf } from '#src/shared/audience.ts'

/** What some members don’t get: in a built page with marks, which the gate removes with it or without it. */
export function ForGroups({ audience, children }: { audience: AudienceMark; children: ReactNode }) {
  if (!isMark(audience)) return children
  return (
    <>
      {audience}
      {children}
      {CLOSE_MARK}
    </>
  )
}

/** Whom something is for, where staff see it; nothing for other members. `isBelow`: under it, where there is little room. */
export function AudienceLabel({ audience, isBelow = false }: { audience: AudienceMark; isBelow?: boolean }) {
  if (audience === undefined) return null
  const look = isBelow ? 'block' : 'inline-block max-w-full rounded-full border border-line px-2 align-middle'
  return (
    <>
      {/* Not a margin, which would also stand at the beginning of a line. */}
      {!isBelow && ' '}
      <span className={`truncate font-sans text-xs font-normal text-ink-soft empty:hidden ${look}`}>
        {isMark(audience) ? labelMarkOf(audience) : audience}
      </span>
    </>
  )
}
