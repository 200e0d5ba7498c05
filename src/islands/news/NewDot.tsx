import { isNew } from '#src/shared/news/visit.ts'
import { readVisit } from './visit.ts'

/** Marks what came since the last visit. Before the island is hydrated, `show-news.ts` shows it. */
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
  /** When it came, in milliseconds since 1970; null where that is not known. */
  at: number | null
  /** What is read aloud, behind the name of the thing. */
  words?: string
  className?: string
}
