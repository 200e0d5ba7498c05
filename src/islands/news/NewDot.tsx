import { isNew } from '#src/shared/news/visit.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { readVisit } from './visit.ts'

/** Marks what is new since the last visit, from hydration on. */
export function NewDot({ at, words = 'new', className = '' }: Props) {
  const isHydrated = useIsHydrated()
  const now = Date.now()
  if (!at || !isHydrated || !isNew(at, readVisit(now).since, now)) return null
  return <span role="img" aria-label={words} className={`new-dot ${className}`} />
}

interface Props {
  /** When it was added, in milliseconds since 1970; null where unknown. */
  at: number | null
  /** What screen readers hear after the name. */
  words?: string
  className?: string
}
