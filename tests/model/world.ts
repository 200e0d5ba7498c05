import pg from 'pg'
import { createDeps } from '#src/server/deps.ts'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import type { Deps } from '#src/server/vendors/ports.ts'
import { fastHasher } from '../fakes/fast-hasher.ts'
import { envOf } from '../support/portal.ts'
import { startTestDatabase } from '../support/test-databases.ts'
import { type Decision, Ledger, type Observed, type Person } from './ledger.ts'

/** The product's own parts over a real PostgreSQL: nothing is replaced but the slow hash and the limits. */
export async function startPortal(): Promise<Portal> {
  const database = await startTestDatabase()
  const owner = new pg.Pool({ connectionString: database.databaseUrl, max: 4 })
  await owner.query(unlimited)
  const deps = createDeps(envOf(database))
  return {
    deps: { ...deps, sessions: createLuciaSessions(deps.sql), passwords: fastHasher() },
    async asOwner(text, values = []) {
      return (await owner.query<Record<string, string>>(text, values)).rows
    },
    async close() {
      await owner.end()
      await database.close()
    },
  }
}

/** Limits are another test's matter. */
const unlimited = `
  create or replace function take_attempt(limit_key text, allowed int, remembered interval, longest_pause interval default null)
  returns interval language sql as 'select null::interval'`

/** One history: people with mailboxes and browsers that no earlier history knows. */
export function newWorld(portal: Portal): World {
  worlds += 1
  const at = (name: string) => `${name}@w${worlds}.example.org`
  const people = [
    { name: 'the owner', password: 'of the owner', mailboxes: [at('owner'), at('owner2')] },
    { name: 'the founder', password: 'of the founder', mailboxes: [at('founder')] },
    { name: 'the stranger', password: 'of the stranger', mailboxes: [at('stranger'), at('stranger2')] },
  ]
  return {
    portal,
    people,
    emails: people.flatMap(({ mailboxes }) => mailboxes),
    domain: `@w${worlds}.example.org`,
    browsers: people.map(() => [newBrowser(), newBrowser()]),
    ledger: new Ledger(),
    signedUpBy: new Map(),
  }
}

let worlds = 0

function newBrowser(): Browser {
  return { sessionToken: null, deviceToken: null, signUpToken: null }
}

/** Looks at everything from outside after a step: what accounts are, and who is shown a protected page. */
export async function look(world: World, decision: Decision | null): Promise<void> {
  const { portal, people, browsers, ledger } = world
  const rows = await portal.asOwner(
    `select u.id, u.email, p.approval_status as status from users u join profiles p on p.id = u.id
     where u.email like '%' || $1`,
    [world.domain],
  )
  ledger.observe(rows as unknown as Observed[], decision)
  for (const [nth, person] of people.entries()) {
    for (const { sessionToken } of browsers[nth] ?? []) {
      const found = sessionToken ? await portal.deps.sessions.find(sessionToken) : null
      if (found?.member.approvalStatus === 'approved') ledger.entered(person, found.member.id)
    }
  }
}

/** The id of the account that has this address now. */
export async function accountOf({ portal }: World, email: string): Promise<string | null> {
  const [row] = await portal.asOwner('select id from users where email = $1', [email])
  return row?.id ?? null
}

/** The tokens that were mailed to this address, newest first. */
export async function mailed({ portal }: World, kind: string, to: string): Promise<string[]> {
  const rows = await portal.asOwner(
    `select payload ->> 'token' as token from outbox
     where kind = $1 and payload ->> 'to' = $2 order by created_at desc, id`,
    [kind, to],
  )
  return rows.map(({ token = '' }) => token)
}

export interface World {
  portal: Portal
  people: readonly Person[]
  emails: readonly string[]
  /** What all their addresses end with. */
  domain: string
  /** Two for each person. */
  browsers: Browser[][]
  ledger: Ledger
  /** Whose sign-up made an account, by its id. */
  signedUpBy: Map<string, string>
}

export interface Browser {
  sessionToken: string | null
  deviceToken: string | null
  signUpToken: string | null
}

export interface Portal {
  deps: Deps
  /** Runs a statement as the owner of the schema, as administrators and the schedule do. */
  asOwner: (text: string, values?: unknown[]) => Promise<Record<string, string>[]>
  close: () => Promise<void>
}
