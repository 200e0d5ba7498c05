import type { Remains } from './ports.ts'

/** Small enough that no request waits for a batch. */
const BATCH_ROWS = 500

/**
 * Removes what means nothing any more until nothing is left or the time is up; the next run goes on. Any number of
 * these may run at once, and any may be killed.
 */
export async function sweep(
  { remains, clock }: SweepDeps,
  { withinMs }: { withinMs: number },
): Promise<Swept> {
  const endsAt = clock() + withinMs
  const removed: Swept = {}
  const add = (counts: Record<string, number>) => {
    for (const [kind, count] of Object.entries(counts)) removed[kind] = (removed[kind] ?? 0) + count
  }

  while (clock() < endsAt) {
    const batch = await remains.removeRows(BATCH_ROWS)
    add(batch)
    if (Object.values(batch).every((count) => count < BATCH_ROWS)) break
  }
  // Last, because pictures need another service: should it be away, the rows are gone all the same.
  add(await remains.removeAccounts())
  return removed
}

export interface SweepDeps {
  remains: Remains
  /** Milliseconds; only differences count. */
  clock: () => number
}

/** How many of each kind were removed. */
export type Swept = Record<string, number>
