import * as z from 'zod/mini'
import { PEOPLE_AT_ONCE, personStatuses, provenActions } from '#src/shared/people/people.ts'
import { provePassword } from '../members/credentials.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { readDevice } from '../sessions/session-list.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { InviteForm, PeopleForm, PersonActionForm } from './forms.ts'

/** What administrators do in the browser. The SQL functions check that the session is an administrator's. */

/**
 * The people of one status whose name or address has this text, at most 500, and how many each status has: who waits longest
 * or was invited longest ago first, then by last visit. Empty for everyone but administrators.
 */
export async function listPeople(
  { sql }: Pick<Deps, 'sql'>,
  { token, member }: SignedIn,
  { status, search, skipped, cohort }: PeopleForm,
) {
  const session = sha256Hex(token)
  const [counts, people] = await Promise.all([
    sql`
      SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
        count(*) FILTER (WHERE status = 'invited')::int AS invited,
        count(*) FILTER (WHERE status = 'approved')::int AS approved,
        count(*) FILTER (WHERE status = 'denied')::int AS denied
      FROM people_for_admin(${session}, ${search})`,
    sql`
      SELECT ${columns(sql, member, cohort)} FROM people_for_admin(${session}, ${search}) p
      WHERE status = ${status}
      ORDER BY CASE status WHEN 'pending' THEN signed_up_at WHEN 'invited' THEN invited_at END,
        last_seen_at DESC NULLS LAST, email
      LIMIT ${PEOPLE_AT_ONCE} OFFSET ${skipped}`,
  ])
  return { counts: Counts.parse(counts[0]), people: z.array(Person).parse(people) }
}

/** A person with the record; for everyone but administrators, as if there were none. */
export async function findPerson(
  { sql }: Pick<Deps, 'sql'>,
  { token, member }: SignedIn,
  { id, cohort }: { id: string; cohort: string },
) {
  const [row] = await sql`
    SELECT ${columns(sql, member, cohort)}, record
    FROM person_for_admin(${sha256Hex(token)}, ${id}) found, LATERAL (SELECT (found.person).*) p`
  if (!row) return gone
  const { record, ...person } = PersonWithRecord.parse(row)
  const sessions = record.sessions.map(({ user_agent, ...each }) => ({
    ...each,
    device: readDevice(user_agent),
  }))
  return { ok: true, person: { ...person, ...record, sessions } } as const
}

/** Acts on those people whose status still is the one that the administrator saw. Returns how many. */
export async function actOnPeople(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { action, ids, status, reason, currentPassword }: PersonActionForm,
) {
  if (provenActions.includes(action)) {
    const proof = await provePassword(deps, signedIn, currentPassword)
    if (!proof.ok) return proof
  }
  const [row] = await deps.sql`
    SELECT outcome, changed::int FROM act_on_people(${sha256Hex(signedIn.token)}, ${action}, ${ids}, ${status}, ${reason || null})`
  if (!row) return gone
  const { outcome, changed } = OutcomeRow.parse(row)
  return outcome === 'done' ? ({ ok: true, changed } as const) : ({ ok: false, code: outcome } as const)
}

/** Invites people, or says what would happen. Empty for everyone but administrators. */
export async function invitePeople(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { people, isTrial }: InviteForm,
) {
  const rows = await sql`
    SELECT id, email, name, outcome FROM invite_for_admin(${sha256Hex(token)}, ${JSON.stringify(people)}, ${isTrial})`
  return z.array(InvitedRow).parse(rows)
}

/** Watched videos count in this cohort alone. */
function columns(sql: Deps['sql'], { email }: SignedIn['member'], cohort: string) {
  return sql`
    p.id, p.email, p.full_name AS "fullName", p.status, p.email_confirmed AS "emailConfirmed", p.signed_up_at AS "signedUpAt",
    p.invited_at AS "invitedAt", p.invited_by AS "invitedBy", p.invitation, p.last_seen_at AS "lastSeenAt",
    p.failed_messages::int AS "failedMessages", p.is_editor AS "isEditor", p.is_admin AS "isAdmin",
    p.deleted_at AS "deletedAt", p.decided_by AS "decidedBy", p.decided_at AS "decidedAt",
    COALESCE(p.decided_by = ${email} AND NOT p.is_undone AND p.decided_at > now() - interval '1 minute', false) AS "canUndo",
    (SELECT count(*)::int FROM video_progress v
      WHERE v.user_id = p.id AND v.watched AND starts_with(v.video, ${`${cohort}/`})) AS watched`
}

const Person = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  status: z.enum(personStatuses),
  emailConfirmed: z.boolean(),
  signedUpAt: z.date(),
  /** null for whoever signed up without an invitation. */
  invitedAt: z.nullable(z.date()),
  invitedBy: z.nullable(z.string()),
  invitation: z.nullable(z.enum(['joined', 'waiting', 'link expired'])),
  /** null without a session. Within 15 minutes. */
  lastSeenAt: z.nullable(z.date()),
  /** Videos of the cohort. */
  watched: z.number(),
  /** Messages that could not be delivered. */
  failedMessages: z.number(),
  isEditor: z.boolean(),
  isAdmin: z.boolean(),
  /** When the account will be deleted; null when it won't. */
  deletedAt: z.nullable(z.date()),
  /** Who decided last and when; null before the first decision. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.date()),
  /** By whoever asks. The email is sent after a minute. */
  canUndo: z.boolean(),
})

const at = z.coerce.date<string>()
const PersonWithRecord = z.extend(Person, {
  record: z.object({
    messages: z.array(
      z.object({ at, kind: z.string(), state: z.string(), last_error: z.nullable(z.string()) }),
    ),
    decisions: z.array(
      z.object({
        at,
        to_status: z.string(),
        actor: z.string(),
        reason: z.nullable(z.string()),
        is_undo: z.boolean(),
      }),
    ),
    sessions: z.array(z.object({ user_agent: z.nullable(z.string()), last_seen_at: at })),
  }),
})
const Counts = z.record(z.enum(personStatuses), z.number())
const OutcomeRow = z.object({
  outcome: z.enum(['done', 'decided_meanwhile', 'too_late_to_undo', 'last_admin']),
  changed: z.number(),
})
const InvitedRow = z.object({
  id: z.nullable(z.string()),
  email: z.string(),
  name: z.nullable(z.string()),
  outcome: z.enum(['invited', 'invited again', 'approved', 'still denied', 'already a member']),
})

const gone = { ok: false, code: 'sign_up_gone' } as const
