import * as z from 'zod/mini'
import { personOutcomes } from '#src/shared/people/notices.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD, needsPassword, sensitiveActions } from '#src/shared/people/people.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { PEOPLE_WITHOUT_PASSWORD } from '../limits/attempt-limits.ts'
import { countAttempts, limitKey } from '../limits/rate-limits.ts'
import { confirmIdentity } from '../members/credentials.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import type { Programme } from '../programme.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { CompanyRoleInput, GroupsInput, InviteInput, PersonActionInput } from './inputs.ts'
import { notFound } from './people.ts'

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
    SELECT id, outcome FROM apply_action_to_people(
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
  { sql, programme }: Pick<Deps, 'sql' | 'programme'>,
  { token }: SignedIn,
  { changes }: GroupsInput,
) {
  if (
    hasUnknownGroup(
      changes.flatMap(({ add }) => add),
      programme,
    )
  )
    return groupGone
  const rows = await sql`
    SELECT id, added, removed FROM set_groups_for_admin(${sha256Hex(token)}, ${JSON.stringify(changes)})`
  return rows.length > 0 ? z.array(GroupsRow).parse(rows) : notFound
}

/** @returns an outcome for each; with `isDryRun`, what it would be. */
export async function invitePeople(
  deps: Pick<Deps, 'sql' | 'passwords' | 'programme'>,
  signedIn: SignedIn,
  { people, isDryRun, currentPassword }: InviteInput,
) {
  if (
    hasUnknownGroup(
      people.flatMap(({ groups }) => groups),
      deps.programme,
    )
  )
    return groupGone
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

/** How many people the administrator may decide about or invite now without the password. */
export async function readPasswordAllowance({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`
    SELECT attempts FROM rate_limits WHERE key = ${limitKey(PEOPLE_WITHOUT_PASSWORD, member.id)} AND window_ends_at > now()`
  return { allowance: MAX_PEOPLE_WITHOUT_PASSWORD - (row ? AttemptsRow.parse(row).attempts : 0) }
}

async function confirmPasswordForMany(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { currentPassword, count, isNeeded = false }: Proof,
) {
  const confirm = () => confirmIdentity(deps, signedIn, currentPassword)
  if (currentPassword !== undefined || isNeeded || needsPassword(count, MAX_PEOPLE_WITHOUT_PASSWORD))
    return confirm()
  if (count <= 1) return { ok: true } as const
  const isFew = await countAttempts(deps.sql, PEOPLE_WITHOUT_PASSWORD, signedIn.member.id, count)
  return isFew ? ({ ok: true } as const) : confirm()
}

function hasUnknownGroup(names: readonly string[], { groups }: Programme): boolean {
  return names.some((name) => groups.every((group) => group.name !== name))
}

const OutcomeRow = z.object({ id: z.string(), outcome: z.enum(personOutcomes) })
const GroupsRow = z.object({ id: z.string(), added: z.array(z.string()), removed: z.array(z.string()) })
const AttemptsRow = z.object({ attempts: z.number() })
const DescribedRow = z.object({ amount: z.number() })
const InvitedRow = z.object({
  id: z.nullable(z.string()),
  email: z.string(),
  name: z.nullable(z.string()),
  outcome: z.enum(['invited', 'invited again', 'approved', 'still denied', 'already a member']),
})

/** The page offered it: it is from before a deploy that took the group away. */
const groupGone = { ok: false, code: 'page_outdated' } as const

interface Proof {
  currentPassword: string | undefined
  count: number
  isNeeded?: boolean
}
