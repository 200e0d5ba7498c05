import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { Limit, RateLimits, TooManyAttempts } from '../vendors/ports.ts'
import type { ProgressBook } from './ports.ts'

/** A player says every fifteen seconds where it is; several devices of one member are one member. */
export const SAVES_PER_MEMBER: Limit = { name: 'progress/member', allowed: 300, seconds: 10 * 60 }

/** How far members are with the videos. Whose progress it is, the session says. */
export function createProgress({ rateLimits, book }: Deps): Progress {
  return {
    read: (memberId) => book.of(memberId),
    async save(memberId, changes) {
      const permit = await rateLimits.take(SAVES_PER_MEMBER, memberId)
      if (permit.ok) await book.keep(memberId, changes)
      return permit
    },
  }
}

export interface Progress {
  read(memberId: string): Promise<VideoProgress[]>
  /** Keeps what one device knows. */
  save(memberId: string, changes: readonly VideoProgress[]): Promise<{ ok: true } | TooManyAttempts>
}

interface Deps {
  rateLimits: Pick<RateLimits, 'take'>
  book: ProgressBook
}
