import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { Limit, Member, RateLimits, Sessions, TooManyAttempts } from '../auth/ports.ts'
import type { ProgressBook } from './ports.ts'

/** A player says every fifteen seconds where it is; several devices of one member are one member. */
export const SAVES_PER_MEMBER: Limit = { name: 'progress/member', allowed: 300, seconds: 10 * 60 }

/** Everything known about the videos of whoever holds this session. */
export async function readProgress(deps: Deps, sessionToken: string | null): Promise<ReadResult> {
  const member = await findMember(deps, sessionToken)
  if (!member) return NOT_A_MEMBER
  return { ok: true, progress: await deps.book.of(member.id) }
}

/** Keeps what a device of whoever holds this session knows: nobody can write for anybody else. */
export async function saveProgress(
  deps: Deps,
  sessionToken: string | null,
  changes: readonly VideoProgress[],
): Promise<SaveResult> {
  const member = await findMember(deps, sessionToken)
  if (!member) return NOT_A_MEMBER
  const permit = await deps.rateLimits.take(SAVES_PER_MEMBER, member.id)
  if (!permit.ok) return permit
  await deps.book.keep(member.id, changes)
  return { ok: true }
}

export interface Progress {
  read(sessionToken: string | null): Promise<ReadResult>
  save(sessionToken: string | null, changes: readonly VideoProgress[]): Promise<SaveResult>
}

export type ReadResult = { ok: true; progress: VideoProgress[] } | NotAMember
export type SaveResult = { ok: true } | NotAMember | TooManyAttempts

async function findMember({ sessions }: Deps, token: string | null): Promise<Member | null> {
  const found = token ? await sessions.find(token) : null
  return found?.member.approvalStatus === 'approved' ? found.member : null
}

const NOT_A_MEMBER = { ok: false, code: 'not_a_member' } as const
type NotAMember = typeof NOT_A_MEMBER

interface Deps {
  sessions: Pick<Sessions, 'find'>
  rateLimits: Pick<RateLimits, 'take'>
  book: ProgressBook
}
