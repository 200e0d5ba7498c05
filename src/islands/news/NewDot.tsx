import { useSyncExternalStore } from 'react'
import { isNew } from '#src/shared/news/visit.ts'
import { since } from './show-news.ts'
import { VISIT_CHANGED } from './stored-visit.ts'

/**
 * Stands at what came since the member was here before, in room that is there anyway. Before the island is awake,
 * `before-paint.ts` shows it.
 */
export function NewDot({ at, words = 'new', className = '' }: Props) {
  const before = useSyncExternalStore(subscribe, snapshot, () => null)
  if (!at) return null
  return (
    <span
      data-new-at={at}
      hidden={!isNew(at, before, Date.now())}
      suppressHydrationWarning
      role="img"
      aria-label={words}
      className={`new-dot ${className}`}
    />
  )
}

/** Where it stands in front of a name, in the room at the beginning of the line. */
export const BEFORE_NAME = 'absolute left-0.5 top-1/2 -translate-y-1/2'

interface Props {
  /** When it came, in milliseconds since 1970; nothing where that is not known. */
  at: number | null
  /** What is read aloud, behind the name of the thing. */
  words?: string
  className?: string
}

/** Read once for all dots of a page: what was new when it was opened stays new, unless the portal knows better. */
let known: { since: number | null } | null = null

function snapshot(): number | null {
  known ??= { since: since(Date.now()) }
  return known.since
}

function subscribe(onChange: () => void): () => void {
  const changed = () => {
    known = null
    onChange()
  }
  addEventListener(VISIT_CHANGED, changed)
  return () => removeEventListener(VISIT_CHANGED, changed)
}
