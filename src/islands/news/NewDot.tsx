import { isNew } from '#src/shared/news/visit.ts'
import { readVisit } from './visit.ts'

/** Marks what is new since the last visit. Before hydration, `show-dots.ts` shows it. */
export function NewDot({ at, words = 'new', className = '' }: Props) {
  if (!at) return null
  const now = Date.now()
  const isHidden = typeof document === 'undefined' || !isNew(at, readVisit(now).since, now)
  return (
    <span
      data-new-at={at}
      hidden={isHidden}
      suppressHydrationWarning
      role="img"
      aria-label={words}
      className={`new-dot ${className}`}
    />
  )
}

interface Props {
  /** When it was added, in milliseconds since 1970; null where unknown. */
  at: number | null
  /** What screen readers hear after the name. */
  words?: string
  className?: string
}
