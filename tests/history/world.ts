import pg from 'pg'
import { newFeedToken } from '#src/server/tokens.ts'
import { PASSWORD, signedInMember } from '../support/signed-in-member.ts'
import type { Chance } from '../support/seeded.ts'
import type { Operation } from './linearizable.ts'
import { CALENDAR, everyStatus, type Member, type Step } from './member.ts'
import { openBrowsers, type Browsers } from './visitor.ts'

/** One member with all that is done by and about them, written down as it is seen from outside. */
export async function openWorld(
  { owner, sites, databaseUrl }: Portals,
  chance: Chance,
  isOver: (seen: { unanswered: number }) => boolean,
): Promise<World> {
  worlds += 1
  const email = `kai${worlds}-${chance.below(1e9)}@example.org`
  const name = `Kai-${worlds}-0`
  const status =
    everyStatus[
      chance.weighted([
        [8, 1],
        [1, 0],
        [1, 2],
      ])
    ] ?? 'approved'
  const cookie = await signedInMember({ databaseUrl }, { email, fullName: name, status })
  const first = { number: 1, token: cookie.slice('__Host-session='.length), endedBy: Infinity }
  const feed = newFeedToken()
  await owner.query(
    'insert into calendar_feeds (user_id, token_hash) select id, $2 from users where email = $1',
    [email, feed.hash],
  )

  const history: Recorded[] = []
  const seen = { unanswered: 0 }
  const sessions: Session[] = [first]
  return {
    email,
    password: PASSWORD,
    feedToken: feed.token,
    initial: { status, name, alive: [CALENDAR, 1] },
    history,
    isOver: () => isOver(seen),
    sessions,
    names: { made: 0, byEtag: new Map() },
    owner,
    browsers: openBrowsers(sites, (count) => chance.below(count)),
    async record(does, work) {
      const calledAt = performance.now()
      const { steps, isAnswered = true } = await work()
      for (const step of steps) {
        const known = step.is === 'unknown' ? sessions[step.session - 1] : undefined
        if (known) known.endedBy = performance.now()
      }
      if (!isAnswered && steps.length > 0) seen.unanswered += 1
      history.push({ does, calledAt, answeredAt: isAnswered ? performance.now() : null, steps })
    },
  }
}

let worlds = 0

/** A portal's pool of connections with the rights of its owner, as administrators have them. */
export function openOwner(databaseUrl: string): pg.Pool {
  return new pg.Pool({ connectionString: databaseUrl, max: 8 })
}

/** Sessions that may be alive: one that was told to end, and all that began before that was asked, are not. */
export function mayBeAlive({ sessions }: Pick<World, 'sessions'>): Session[] {
  return sessions.filter(({ endedBy }) => endedBy === Infinity)
}

/** Where the portals are, and their one database. */
export interface Portals {
  sites: readonly string[]
  databaseUrl: string
  owner: pg.Pool
}

export interface World {
  email: string
  password: string
  /** Of the member's own calendar address. */
  feedToken: string
  initial: Member
  history: Recorded[]
  /** Whether as much was done as was wanted. */
  isOver: () => boolean
  sessions: Session[]
  names: { made: number; byEtag: Map<string, string> }
  owner: pg.Pool
  browsers: Browsers
  /** Does it, and writes down when it was called and answered and what must have happened in between. */
  record: (does: string, work: () => Promise<Seen>) => Promise<void>
}

export interface Session {
  number: number
  token: string
  /** When somebody who ended it was answered; Infinity before. */
  endedBy: number
}

/** What an answer says. Without an answer the steps may have happened, now or later; none: it tells nothing. */
export interface Seen {
  steps: readonly Step[]
  isAnswered?: boolean
}

export interface Recorded extends Operation<Step> {
  does: string
}
