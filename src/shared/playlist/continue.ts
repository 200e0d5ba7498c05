import { resumeAt, type Known } from './known.ts'

/** What a member goes on with: the video they left last and have not watched, else the one after their last. */
export function continueWith(
  entries: ReadonlyMap<string, Known>,
  /** The videos at hand, in their order. */
  order: readonly string[],
): Continuation | null {
  const last = latest(entries, ({ playedAt }) => playedAt)
  if (last) {
    const [video, known] = last
    const seconds = resumeAt(known)
    if (!known.watched && seconds !== null) return { video, seconds }
  }
  const touched = latest(entries, ({ playedAt, markedAt }) => Math.max(playedAt ?? 0, markedAt ?? 0))
  const after = touched ? order.indexOf(touched[0]) + 1 : 0
  const open = [...order.slice(after), ...order].find((video) => !entries.get(video)?.watched)
  return open === undefined ? null : { video: open, seconds: null }
}

export interface Continuation {
  video: string
  /** null for the start. */
  seconds: number | null
}

function latest(
  entries: ReadonlyMap<string, Known>,
  momentOf: (known: Known) => number | null,
): [string, Known] | null {
  let found: [string, Known] | null = null
  let at = -Infinity
  for (const entry of entries) {
    const moment = momentOf(entry[1]) ?? -Infinity
    if (moment > at) [found, at] = [entry, moment]
  }
  return found
}
