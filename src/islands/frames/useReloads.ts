import { useState } from 'react'

/**
 * How often each frame of a set was loaded anew. A frame is always a new element that has its address before it enters the
 * page: so it never adds a step to the history.
 */
export function useReloads(): Reloads {
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({})
  return {
    countOf: (index) => counts[index] ?? 0,
    reload: (index) => setCounts((before) => ({ ...before, [index]: (before[index] ?? 0) + 1 })),
  }
}

export interface Reloads {
  countOf: (index: number) => number
  reload: (index: number) => void
}
