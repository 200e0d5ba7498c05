import * as z from 'zod/mini'
import { personActions } from '#src/shared/people/notices.ts'
import {
  MAX_PEOPLE_PER_REQUEST,
  NO_GROUP,
  type PersonSort,
  type PersonStatus,
  personStatuses,
} from '#src/shared/people/people.ts'
import { readOnly } from '../read-only.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import type { Programme } from '../programme.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { PeopleQuery } from './inputs.ts'

/**
 * The people of one status who match a search, have a role and are in a group, at most 500, and how many each status has. A search
 * that only people of other statuses match lists the first of those, unless it `keepsStatus`; past the end, the last page is listed.
 * `roles` are everyone's, and `undoable` those of the administrator's latest decision whose emails haven't left.
 * Empty for everyone but administrators.
 */
export async function listPeople(
  { sql, programme: { videos } }: Pick<Deps, 'sql' | 'programme'>,
  { token, member }: SignedIn,
  { status: requestedStatus, search, role, group, sort, skipped: requestedSkip, keepsStatus }: PeopleQuery,
) {
  const session = sha256Hex(token)
  const isChosen = sql`${role} IN ('', profiles.role) AND (${group} = '' OR ${group} = ANY (coalesce(
    (SELECT array_agg(group_name) FROM member_groups WHERE user_id = listed.id), ARRAY[${NO_GROUP}])))`
  const read = readOnly(sql)
  const rows = await read`
    SELECT found.status, count(*) FILTER (WHERE ${isChosen})::int AS amount,
      array_agg(listed.id ORDER BY ${sortKey(sql, sort, videos)}, listed.place) FILTER (WHERE ${isChosen}) AS ids
    FROM people_ids_for_admin(${session}, ${search}, ${EVERYBODY}, 0) found,
      unnest(found.ids) WITH ORDINALITY listed (id, place) JOIN profiles ON profiles.id = listed.id
    GROUP BY found.status`
  const found = z.array(FoundRow).parse(rows)
  const counts = countsOf(found)
  const hasMatch = (status: PersonStatus) => counts[status] > 0
  const status =
    keepsStatus || hasMatch(requestedStatus) || !(search || role || group)
      ? requestedStatus
      : (personStatuses.find(hasMatch) ?? requestedStatus)
  const ids = found.find((each) => each.status === status)?.ids ?? []
  const lastPage = Math.floor(Math.max(ids.length - 1, 0) / MAX_PEOPLE_PER_REQUEST)
  const skipped = Math.min(requestedSkip, lastPage * MAX_PEOPLE_PER_REQUEST)
  const [roles, people, undoable] = await Promise.all([
    // Only administrators find themselves.
    read`SELECT DISTINCT role FROM profiles
      WHERE role IS NOT NULL AND EXISTS (SELECT FROM people_for_admin(${session}, ARRAY[${member.id}])) ORDER BY role`,
    read`
      SELECT ${columns(sql)}
      FROM people_for_admin(${session}, ${ids.slice(skipped, skipped + MAX_PEOPLE_PER_REQUEST)}) WITH ORDINALITY found, LATERAL (SELECT (found.person).*) p
      LEFT JOIN LATERAL ${ownVideos(sql, 'p.id', videos)} own ON true
      ORDER BY found.ordinality`,
    read`
      SELECT p.id, p.email, p.full_name AS "fullName", p.status
      FROM people_for_admin(${session}, ARRAY(
        SELECT user_id FROM outbox WHERE kind = 'membership_decided' AND sent_at IS NULL AND user_id IS NOT NULL
      )) found, LATERAL (SELECT (found.person).*) p
      WHERE 'undo' = ANY (found.actions)
      ORDER BY p.decided_at DESC FETCH FIRST ROW WITH TIES`,
  ])
  return {
    status,
    skipped,
    counts,
    roles: z
      .array(RoleRow)
      .parse(roles)
      .map((row) => row.role),
    people: z.array(Person).parse(people),
    undoable: z.array(NamedPerson).parse(undoable),
  }
}

/** How many people each status has. Zeros for everyone but administrators. */
export async function countPeople({ sql }: Pick<Deps, 'sql'>, { token }: SignedIn) {
  const rows = await readOnly(
    sql,
  )`SELECT status, amount FROM people_ids_for_admin(${sha256Hex(token)}, '', 1, 0)`
  return countsOf(z.array(CountRow).parse(rows))
}

function countsOf(found: z.output<typeof CountRow>[]): Record<PersonStatus, number> {
  return { ...zeroCounts, ...Object.fromEntries(found.map(({ status, amount }) => [status, amount])) }
}

export async function findPerson(
  { sql, programme: { videos } }: Pick<Deps, 'sql' | 'programme'>,
  { token }: SignedIn,
  { id }: { id: string },
) {
  const [row] = await readOnly(sql)`
    SELECT ${columns(sql)}, record
    FROM person_for_admin(${sha256Hex(token)}, ${id}) found, LATERAL (SELECT (found.person).*) p
    LEFT JOIN LATERAL ${ownVideos(sql, 'p.id', videos)} own ON true`
  if (!row) return notFound
  const { record, ...person } = PersonWithRecord.parse(row)
  return { ...person, ...record }
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
    p.id, p.email, p.full_name AS "fullName", p.company, p.role, p.groups, (SELECT avatar_url FROM profiles WHERE id = p.id) AS "avatarUrl",
    EXISTS (SELECT FROM known_devices WHERE user_id = p.id) AS "hasSignedIn", p.status, p.email_confirmed AS "emailConfirmed", p.signed_up_at AS "signedUpAt",
    p.invited_at AS "invitedAt", p.invited_by AS "invitedBy", p.invitation, p.last_seen_at AS "lastSeenAt",
    p.failed_messages::int AS "failedMessages", p.is_editor AS "isEditor", p.is_admin AS "isAdmin",
    p.deletion_due_at AS "deletedAt", p.deletion_requested_by AS "deletedBy", p.decided_by AS "decidedBy", p.decided_at AS "decidedAt", p.bounce, p.bounced_at AS "bouncedAt", actions AS "allowedActions",
    coalesce(own.watched, 0) AS watched, coalesce(own.videos, 0) AS videos`
}

const NamedPerson = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  status: z.enum(personStatuses),
})

const Person = z.object({
  ...NamedPerson.shape,
  company: z.nullable(z.string()),
  role: z.nullable(z.string()),
  /** Names, of which the content may have lost some. */
  groups: z.array(z.string()),
  /** A path of this site; null without a picture. */
  avatarUrl: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  signedUpAt: z.date(),
  invitedAt: z.nullable(z.date()),
  invitedBy: z.nullable(z.string()),
  invitation: z.nullable(z.enum(['joined', 'waiting', 'link expired'])),
  /** null without a session. Within 15 minutes. */
  lastSeenAt: z.nullable(z.date()),
  /** With a password, in the last year. */
  hasSignedIn: z.boolean(),
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
const FoundRow = z.extend(CountRow, { ids: z.nullable(z.array(z.string())) })
const RoleRow = z.object({ role: z.string() })

/** The largest int of PostgreSQL. */
const EVERYBODY = 2 ** 31 - 1

type Videos = Programme['videos']

const zeroCounts: Record<PersonStatus, number> = { pending: 0, invited: 0, approved: 0, denied: 0 }

export const notFound = { ok: false, code: 'person_not_found' } as const
