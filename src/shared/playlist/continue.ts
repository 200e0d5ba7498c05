import { resumeAt, type Known } from './known.ts'

/** What a member goes on with, null seconds for its start: the video they left last unwatched, else the one after it. */
export function continueWith(
  entries: ReadonlyMap<string, Known>,
  /** The videos at hand, in their order. */
  order: readonly string[],
): { video: string; seconds: number | null } | null {
  const lastBy = (at: (known: Known) => number | null) =>
    [...entries].filter(([, known]) => at(known)).sort(([, a], [, b]) => (at(b) ?? 0) - (at(a) ?? 0))[0]
  const [video, known] = lastBy(({ playedAt }) => playedAt) ?? []
  const seconds = resumeAt(known)
  if (video && !known?.watched && seconds !== null) return { video, seconds }
  const touched = lastBy(({ playedAt, markedAt }) => Math.max(playedAt ?? 0, markedAt ?? 0))
  const after = touched ? order.indexOf(touched[0]) + 1 : 0
  const open = [...order.slice(after), ...order].find((one) => !entries.get(one)?.watched)
  return open === undefined ? null : { video: open, seconds: null }
}
