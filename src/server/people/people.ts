import * as z from 'zod/mini'
import { personActions, personOutcomes } from '#src/shared/people/notices.ts'
import {
  MAX_PEOPLE_WITHOUT_PASSWORD,
  MAX_PEOPLE_PER_REQUEST,
  type PersonStatus,
  personStatuses,
  sensitiveActions,
} from '#src/shared/people/people.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { PEOPLE_WITHOUT_PASSWORD } from '../limits/attempt-limits.ts'
import { countAttempts } from '../limits/rate-limits.ts'
import { confirmPassword } from '../members/credentials.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { DescribeForm, InviteForm, PeopleForm, PersonActionForm } from './forms.ts'

/** What administrators do in the browser. The SQL functions check that the session is an administrator's. */

/**
 * The people of one status whose name or address has this text, at most 500, and how many each status has. A search that only
 * people of other statuses match lists the first of those; past the end, the last page is listed. Empty for everyone but
 * administrators.
 *
 * @param videos keys of the videos that count as watched.
 */
export async function listPeople(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { status: asked, search, skipped: given }: PeopleForm,
  videos: readonly string[],
) {
  const session = sha256Hex(token)
  const amounts = await sql`SELECT status, amount::int FROM count_people_for_admin(${session}, ${search})`
  const counts = { ...zeroCounts }
  for (const { status, amount } of z.array(AmountRow).parse(amounts)) counts[status] = amount
  const hasMatch = (each: PersonStatus) => counts[each] > 0
  const status = hasMatch(asked) || !search ? asked : (personStatuses.find(hasMatch) ?? asked)
  const skipped = Math.min(
    given,
    Math.max(0, Math.ceil(counts[status] / MAX_PEOPLE_PER_REQUEST) - 1) * MAX_PEOPLE_PER_REQUEST,
  )
  const people = await sql`
    SELECT ${columns(sql, videos)}
    FROM people_for_admin(${session}, ${search}, ${status}, ${MAX_PEOPLE_PER_REQUEST}, ${skipped}) WITH ORDINALITY found,
      LATERAL (SELECT (found.person).*) p
    ORDER BY found.ordinality`
  return { status, skipped, counts, people: z.array(Person).parse(people) }
}

/** A person with the record; for everyone but administrators, as if there were none. */
export async function findPerson(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { id }: { id: string },
  videos: readonly string[],
) {
  const [row] = await sql`
    SELECT ${columns(sql, videos)}, record
    FROM person_for_admin(${sha256Hex(token)}, ${id}) found, LATERAL (SELECT (found.person).*) p`
  if (!row) return notFound
  const { record, ...person } = PersonWithRecord.parse(row)
  return { ...person, ...record }
}

/** Acts on those people whose status still is the one that the administrator saw. Returns what became of it, for each. */
export async function actOnPeople(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { action, people, reason, currentPassword }: PersonActionForm,
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

/** Sets what is given of the company and the role of people. Returns of how many; 0 for everyone but administrators. */
export async function setCompanyAndRole(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { ids, company, role }: DescribeForm,
) {
  const [row] = await sql`
    SELECT set_company_and_role_for_admin(${sha256Hex(token)}, ${ids}, ${orEmpty(company)}, ${orEmpty(role)}) AS amount`
  return DescribedRow.parse(row)
}

/** SQL leaves what is null, and removes what is empty. */
function orEmpty(line: string | null | undefined): string | null {
  return line === undefined ? null : (line ?? '')
}

/** Invites people, or says what would happen. Empty for everyone but administrators. */
export async function invitePeople(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { people, isTrial, currentPassword }: InviteForm,
) {
  const proof = await confirmPasswordForMany(deps, signedIn, {
    currentPassword,
    count: isTrial ? 0 : people.length,
  })
  if (!proof.ok) return proof
  const rows = await deps.sql`
    SELECT id, email, name, outcome
    FROM invite_for_admin(${sha256Hex(signedIn.token)}, ${JSON.stringify(people)}, ${isTrial})`
  return z.array(InvitedRow).parse(rows)
}

/** Verifies the administrator's password where it is given, needed, or many people are concerned, also in several requests. */
async function confirmPasswordForMany(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { currentPassword, count, isNeeded = false }: Proof,
) {
  if (currentPassword !== undefined) return confirmPassword(deps, signedIn, currentPassword)
  if (isNeeded || count > MAX_PEOPLE_WITHOUT_PASSWORD) return passwordMissing
  if (count <= 1) return { ok: true } as const
  const isFew = await countAttempts(deps.sql, PEOPLE_WITHOUT_PASSWORD, signedIn.member.id, count)
  return isFew ? ({ ok: true } as const) : passwordMissing
}

function columns(sql: Deps['sql'], videos: readonly string[]) {
  return sql`
    p.id, p.email, p.full_name AS "fullName", p.company, p.role, (SELECT avatar_url FROM profiles WHERE id = p.id) AS "avatarUrl", p.status, p.email_confirmed AS "emailConfirmed", p.signed_up_at AS "signedUpAt",
    p.invited_at AS "invitedAt", p.invited_by AS "invitedBy", p.invitation, p.last_seen_at AS "lastSeenAt",
    p.failed_messages::int AS "failedMessages", p.is_editor AS "isEditor", p.is_admin AS "isAdmin",
    p.deletion_due_at AS "deletedAt", p.deletion_requested_by AS "deletedBy", p.decided_by AS "decidedBy", p.decided_at AS "decidedAt", p.bounce, p.bounced_at AS "bouncedAt", actions AS acts,
    (SELECT count(*)::int FROM video_progress v
      WHERE v.user_id = p.id AND v.watched AND v.video = ANY (${videos})) AS watched, ${videos.length}::int AS videos`
}

const Person = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  company: z.nullable(z.string()),
  role: z.nullable(z.string()),
  /** A path of this site; null without a picture. */
  avatarUrl: z.nullable(z.string()),
  status: z.enum(personStatuses),
  emailConfirmed: z.boolean(),
  signedUpAt: z.date(),
  /** null for whoever signed up without an invitation. */
  invitedAt: z.nullable(z.date()),
  invitedBy: z.nullable(z.string()),
  invitation: z.nullable(z.enum(['joined', 'waiting', 'link expired'])),
  /** null without a session. Within 15 minutes. */
  lastSeenAt: z.nullable(z.date()),
  /** Of the cohort's videos, as many as `videos`. */
  watched: z.number(),
  videos: z.number(),
  failedMessages: z.number(),
  isEditor: z.boolean(),
  isAdmin: z.boolean(),
  /** When the account will be deleted; null when it won't. */
  deletedAt: z.nullable(z.date()),
  /** 'the member', or an administrator. */
  deletedBy: z.nullable(z.string()),
  /** Who decided last and when; null before the first decision. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.date()),
  /** Postmark's type of the latest bounce or complaint, and when; null while email arrives. */
  bounce: z.nullable(z.string()),
  bouncedAt: z.nullable(z.date()),
  /** What whoever asks can do to the person now. */
  acts: z.array(z.enum(personActions)),
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
    /** Other addresses from which forms of theirs came, as an administrator has said. */
    senders: z.array(z.string()),
  }),
})
const AmountRow = z.object({ status: z.enum(personStatuses), amount: z.number() })
/** `status`: since then; null when the account is gone. */
const OutcomeRow = z.object({
  id: z.string(),
  outcome: z.enum(personOutcomes),
  status: z.nullable(z.enum(personStatuses)),
})
const DescribedRow = z.object({ amount: z.number() })
const InvitedRow = z.object({
  id: z.nullable(z.string()),
  email: z.string(),
  name: z.nullable(z.string()),
  outcome: z.enum(['invited', 'invited again', 'approved', 'still denied', 'already a member']),
})

const zeroCounts: Record<PersonStatus, number> = { pending: 0, invited: 0, approved: 0, denied: 0 }

/** The page didn't ask for it: it is outdated, or earlier requests count, too. */
const passwordMissing = { ok: false, code: 'password_missing' } as const

interface Proof {
  currentPassword: string | undefined
  count: number
  isNeeded?: boolean
}

const notFound = { ok: false, code: 'sign_up_gone' } as const
