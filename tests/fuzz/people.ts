import type { Member } from '#src/server/member.ts'
import { plainMember } from '../fakes/member.ts'
import type { Visitor } from './draft.ts'
import { Random } from './random.ts'
import { TOKEN_LETTERS } from './cookies.ts'

/** The visitors whom the database knows, by the tokens of their browsers; the deleted one is known no more. */
export const people: Record<Exclude<Visitor, 'anonymous' | 'forged'>, Person> = {
  pending: { token: tokenOf(1), member: { ...plainMember, id: 'p', approvalStatus: 'pending' } },
  denied: { token: tokenOf(2), member: { ...plainMember, id: 'd', approvalStatus: 'denied' } },
  deleted: { token: tokenOf(3), member: null },
  member: { token: tokenOf(4), member: plainMember },
}

export const liveTokens = Object.values(people).flatMap(({ token, member }) => (member ? [token] : []))

/** The value of the visitor's Cookie header. A forged session is another one at each request. */
export function cookieOf(visitor: Visitor, nth: number): string | null {
  if (visitor === 'anonymous') return null
  return `__Host-session=${visitor === 'forged' ? tokenOf(1000 + nth) : people[visitor].token}`
}

/** Of this request alone, for a while. */
export function addressOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
}

function tokenOf(nth: number): string {
  return new Random(0, nth).letters(40, TOKEN_LETTERS)
}

interface Person {
  token: string
  member: Member | null
}
