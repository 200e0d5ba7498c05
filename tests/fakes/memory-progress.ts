import type { ProgressBook } from '#src/server/progress/ports.ts'
import { fromProgress, together, toProgress, type Known } from '#src/shared/playlist/known.ts'

/** Progress in memory, kept by the very rule that browsers go by. Only for these members. */
export function memoryProgress(clock: () => number, members: ReadonlySet<string>): ProgressBook {
  const books = new Map<string, Map<string, Known>>()

  return {
    of(memberId) {
      const entries = [...(books.get(memberId) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      return Promise.resolve(entries.map(([video, known]) => toProgress(video, known, clock())))
    },
    keep(memberId, changes) {
      if (!members.has(memberId)) return Promise.resolve()
      const book = books.get(memberId) ?? new Map<string, Known>()
      books.set(memberId, book)
      for (const change of changes) {
        const known = book.get(change.video)
        const told = fromProgress(change, clock())
        book.set(change.video, known ? together(known, told) : told)
      }
      return Promise.resolve()
    },
  }
}
