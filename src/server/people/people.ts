import * as z from 'zod/mini'
import { personActions, personOutcomes } from '#src/shared/people/notices.ts'
import {
  MAX_PEOPLE_WITHOUT_PASSWORD,
  MAX_PEOPLE_PER_REQUEST,
  NO_GROUP,
  type PersonSort,
  type PersonStatus,
  personStatuses,
  sensitiveActions,
} from '#src/shared/people/people.ts'
import type { Programme } from '../broadcasts/programme.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { PEOPLE_WITHOUT_PASSWORD } from '../limits/attempt-limits.ts'
import { countAttempts } from '../limits/rate-limits.ts'
import { confirmIdentity } from '../members/credentials.ts'
import { readOnly } from '../read-only.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { CompanyRoleInput, GroupsInput, InviteInput, PeopleQuery, PersonActionInput } from './inputs.ts'

/**
 * The people of one status who match a search, have a role and are in a group, at most 500, and how many each status has. A search
 * that only people of other statuses match lists the first of those; past the end, the last page is listed. `roles` are those of
 * everyone whom the search finds. Empty for everyone but administrators.
 *
 * @param videos of the newest cohorts; each person's are those of the first that has some for them.
 */
export async function listPeople(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { status: requestedStatus, search, role, group, sort, skipped: requestedSkip }: PeopleQuery,
  videos: Videos,
) {
  const session = sha256Hex(token)
  const isChosen = sql`${role} IN ('', profiles.role) AND (${group} = '' OR ${group} = ANY (coalesce(
    (SELECT array_agg(group_name) FROM member_groups WHERE user_id = listed.id), ARRAY[${NO_GROUP}])))`
  const rows = await readOnly(
    sql,
    sql`
    SELECT found.status, count(*) FILTER (WHERE ${isChosen})::int AS amount,
      array_agg(listed.id ORDER BY ${sortKey(sql, sort, videos)}, listed.place) FILTER (WHERE ${isChosen}) AS ids,
      array_agg(DISTINCT profiles.role) FILTER (WHERE profiles.role IS NOT NULL) AS roles
    FROM people_ids_for_admin(${session}, ${search}, ${EVERYBODY}, 0) found,
      unnest(found.ids) WITH ORDINALITY listed (id, place) JOIN profiles ON profiles.id = listed.id
    GROUP BY found.status`,
  )
  const found = z.array(FoundRow).parse(rows)
  const counts = countsOf(found)
  const hasMatch = (status: PersonStatus) => counts[status] > 0
  const status =
    hasMatch(requestedStatus) || !(search || role || group)
      ? requestedStatus
      : (personStatuses.find(hasMatch) ?? requestedStatus)
  const ids = found.find((each) => each.status === status)?.ids ?? []
  const roles = [...new Set(found.flatMap((each) => each.roles ?? []))]
  const lastPage = Math.floor(Math.max(ids.length - 1, 0) / MAX_PEOPLE_PER_REQUEST)
  const skipped = Math.min(requestedSkip, lastPage * MAX_PEOPLE_PER_REQUEST)
  const people = await readOnly(
    sql,
    sql`
    SELECT ${columns(sql)}
    FROM people_for_admin(${session}, ${ids.slice(skipped, skipped + MAX_PEOPLE_PER_REQUEST)}) WITH ORDINALITY found, LATERAL (SELECT (found.person).*) p
    LEFT JOIN LATERAL ${ownVideos(sql, 'p.id', videos)} own ON true
    ORDER BY found.ordinality`,
  )
  return { status, skipped, counts, roles, people: z.array(Person).parse(people) }
}

/** How many people each status has. Zeros for everyone but administrators. */
export async function countPeople({ sql }: Pick<Deps, 'sql'>, { token }: SignedIn) {
  const rows = await readOnly(
    sql,
    sql`SELECT status, amount FROM people_ids_for_admin(${sha256Hex(token)}, '', 1, 0)`,
  )
  return countsOf(z.array(CountRow).parse(rows))
}

function countsOf(found: z.output<typeof CountRow>[]): Record<PersonStatus, number> {
  return { ...zeroCounts, ...Object.fromEntries(found.map(({ status, amount }) => [status, amount])) }
}

export async function findPerson(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { id }: { id: string },
  videos: Videos,
) {
  const [row] = await readOnly(
    sql,
    sql`
    SELECT ${columns(sql)}, record
    FROM person_for_admin(${sha256Hex(token)}, ${id}) found, LATERAL (SELECT (found.person).*) p
    LEFT JOIN LATERAL ${ownVideos(sql, 'p.id', videos)} own ON true`,
  )
  if (!row) return notFound
  const { record, ...person } = PersonWithRecord.parse(row)
  return { ...person, ...record }
}

/** Skips people whose status has changed since the administrator saw it. Returns the outcome for each. */
export async function actOnPeople(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { action, people, reason, currentPassword }: PersonActionInput,
) {
  const proof = await confirmPasswordForMany(deps, signedIn, {
    currentPassword,
    // An undo only stops what hasn't left yet.
    count: action === 'undo' ? 0 : people.length,
    isNeeded: sensitiveActions.includes(action),
  })
  if (!proof.ok) return proof
  const rows = await deps.sql`
    SELECT id, outcome, status FROM apply_action_to_people(
      ${sha256Hex(signedIn.token)}, ${action}, ${people.map(({ id }) => id)}, ${people.map(({ status }) => status)},
      ${reason || null}, make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}))`
  return rows.length > 0 ? z.array(OutcomeRow).parse(rows) : notFound
}

/** Leaves what is undefined, and removes what is null. Returns how many people were changed. */
export async function setCompanyAndRole(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { ids, company, role }: CompanyRoleInput,
) {
  const [row] = await sql`
    SELECT set_company_and_role_for_admin(${sha256Hex(token)}, ${ids}, ${orEmpty(company)}, ${orEmpty(role)}) AS amount`
  return DescribedRow.parse(row)
}

function orEmpty(line: string | null | undefined): string | null {
  return line === undefined ? null : (line ?? '')
}

/** All or none. @returns what changed for each who is still there; refused where the content has no such group. */
export async function setGroups(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { changes }: GroupsInput,
  groups: readonly Group[],
) {
  if (!areGroups(changes, ({ add }) => add, groups)) return groupGone
  const rows = await sql`
    SELECT id, added, removed FROM set_groups_for_admin(${sha256Hex(token)}, ${JSON.stringify(changes)})`
  return rows.length > 0 ? z.array(GroupsRow).parse(rows) : notFound
}

/** @returns an outcome for each; with `isDryRun`, what it would be. */
export async function invitePeople(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { people, isDryRun, currentPassword }: InviteInput,
  known: readonly Group[] = [],
) {
  if (!areGroups(people, ({ groups }) => groups, known)) return groupGone
  const proof = await confirmPasswordForMany(deps, signedIn, {
    currentPassword,
    count: isDryRun ? 0 : people.length,
  })
  if (!proof.ok) return proof
  const rows = await deps.sql`
    SELECT id, email, name, outcome
    FROM invite_for_admin(${sha256Hex(signedIn.token)}, ${JSON.stringify(people)}, ${isDryRun})`
  return z.array(InvitedRow).parse(rows)
}

async function confirmPasswordForMany(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { currentPassword, count, isNeeded = false }: Proof,
) {
  const confirm = () => confirmIdentity(deps, signedIn, currentPassword)
  if (currentPassword !== undefined || isNeeded || count > MAX_PEOPLE_WITHOUT_PASSWORD) return confirm()
  if (count <= 1) return { ok: true } as const
  const isFew = await countAttempts(deps.sql, PEOPLE_WITHOUT_PASSWORD, signedIn.member.id, count)
  return isFew ? ({ ok: true } as const) : confirm()
}

function areGroups<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => string[],
  groups: readonly Group[],
) {
  return items.flatMap(namesOf).every((name) => groups.some((group) => group.name === name))
}

/** Of an aggregate over `listed` and `profiles`. */
function sortKey(sql: Deps['sql'], sort: PersonSort, videos: Videos) {
  if (sort === 'status') return sql`listed.place`
  if (sort === 'videos')
    return sql`coalesce((SELECT watched FROM ${ownVideos(sql, 'listed.id', videos)} own), 0)`
  return sql`lower(${sql.unsafe(SORT_COLUMNS[sort])})`
}

const SORT_COLUMNS = { name: 'full_name', company: 'company', role: 'role' } as const

/** How many videos the newest cohort has for a person, of those that have some, and how many of them they have watched. */
function ownVideos(sql: Deps['sql'], personId: string, videos: Videos) {
  // Few differ in whom they are for.
  const alike = Map.groupBy(videos, ({ cohort, audience }) => JSON.stringify({ cohort, audience }))
  const sets = [...alike.values()].map((set, place) => ({
    ...set[0],
    place,
    keys: set.map(({ key }) => key),
  }))
  return sql`(
    SELECT sum(cardinality(v.keys))::int AS videos, sum((
      SELECT count(*) FROM video_progress w WHERE w.user_id = ${sql.unsafe(personId)} AND w.watched AND w.video = ANY (v.keys)
    ))::int AS watched
    FROM jsonb_to_recordset(${JSON.stringify(sets)}) AS v (cohort text, audience jsonb, place int, keys text[])
    -- As isFor of src/shared/audience.ts.
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements(v.audience) names
      WHERE NOT EXISTS (SELECT FROM member_groups g WHERE g.user_id = ${sql.unsafe(personId)} AND names ? g.group_name))
    GROUP BY v.cohort ORDER BY min(v.place) LIMIT 1)`
}

function columns(sql: Deps['sql']) {
  return sql`
    p.id, p.email, p.full_name AS "fullName", p.company, p.role, p.groups, (SELECT avatar_url FROM profiles WHERE id = p.id) AS "avatarUrl", p.status, p.email_confirmed AS "emailConfirmed", p.signed_up_at AS "signedUpAt",
    p.invited_at AS "invitedAt", p.invited_by AS "invitedBy", p.invitation, p.last_seen_at AS "lastSeenAt",
    p.failed_messages::int AS "failedMessages", p.is_editor AS "isEditor", p.is_admin AS "isAdmin",
    p.deletion_due_at AS "deletedAt", p.deletion_requested_by AS "deletedBy", p.decided_by AS "decidedBy", p.decided_at AS "decidedAt", p.bounce, p.bounced_at AS "bouncedAt", actions AS "allowedActions",
    coalesce(own.watched, 0) AS watched, coalesce(own.videos, 0) AS videos`
}

const Person = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  company: z.nullable(z.string()),
  role: z.nullable(z.string()),
  /** Names, of which the content may have lost some. */
  groups: z.array(z.string()),
  /** A path of this site; null without a picture. */
  avatarUrl: z.nullable(z.string()),
  status: z.enum(personStatuses),
  emailConfirmed: z.boolean(),
  signedUpAt: z.date(),
  invitedAt: z.nullable(z.date()),
  invitedBy: z.nullable(z.string()),
  invitation: z.nullable(z.enum(['joined', 'waiting', 'link expired'])),
  /** null without a session. Within 15 minutes. */
  lastSeenAt: z.nullable(z.date()),
  watched: z.number(),
  videos: z.number(),
  failedMessages: z.number(),
  isEditor: z.boolean(),
  isAdmin: z.boolean(),
  deletedAt: z.nullable(z.date()),
  /** 'the member', or an administrator. */
  deletedBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.date()),
  /** Postmark's type of the latest bounce or complaint, and when; null while email arrives. */
  bounce: z.nullable(z.string()),
  bouncedAt: z.nullable(z.date()),
  allowedActions: z.array(z.enum(personActions)),
})

const at = z.coerce.date<string>()
const PersonWithRecord = z.extend(Person, {
  record: z.object({
    /** The kind of email that an undo would stop, 'none' without one; null when there is nothing to undo. */
    undo: z.nullable(z.string()),
    messages: z.array(
      z.object({ latest_at: at, kind: z.string(), state: z.string(), last_error: z.nullable(z.string()) }),
    ),
    decisions: z.array(
      z.object({
        created_at: at,
        to_status: z.string(),
        actor: z.string(),
        reason: z.nullable(z.string()),
        is_undo: z.boolean(),
      }),
    ),
    senders: z.array(z.string()),
  }),
})
const CountRow = z.object({ status: z.enum(personStatuses), amount: z.number() })
const Texts = z.nullable(z.array(z.string()))
const FoundRow = z.extend(CountRow, { ids: Texts, roles: Texts })
/** `status`: since then; null when the account is gone. */
const OutcomeRow = z.object({
  id: z.string(),
  outcome: z.enum(personOutcomes),
  status: z.nullable(z.enum(personStatuses)),
})
const GroupsRow = z.object({ id: z.string(), added: z.array(z.string()), removed: z.array(z.string()) })
const DescribedRow = z.object({ amount: z.number() })
const InvitedRow = z.object({
  id: z.nullable(z.string()),
  email: z.string(),
  name: z.nullable(z.string()),
  outcome: z.enum(['invited', 'invited again', 'approved', 'still denied', 'already a member']),
})

/** The largest int of PostgreSQL. */
const EVERYBODY = 2 ** 31 - 1

type Videos = Programme['videos']

const zeroCounts: Record<PersonStatus, number> = { pending: 0, invited: 0, approved: 0, denied: 0 }

interface Proof {
  currentPassword: string | undefined
  count: number
  isNeeded?: boolean
}

interface Group {
  name: string
}

const notFound = { ok: false, code: 'person_not_found' } as const

/** The page offered it: it is from before a deploy that took the group away. */
const groupGone = { ok: false, code: 'page_outdated' } as const
