import * as z from 'zod/mini'
import type { Audience } from '#src/shared/audience.ts'
import { DEADLINE_KEY } from '#src/shared/events/deadline-key.ts'
import { MISSED_STAYS_MS } from '#src/shared/events/event-view.ts'
import { RowId } from '#src/shared/forms.ts'
import { SUBMISSIONS_PREFIX } from '#src/shared/paths.ts'
import { personStatuses } from '#src/shared/people/people.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { type PlannedEvent, type PlannedStart, type Programme, startsBetween } from '../programme.ts'
import { readOnly } from '../read-only.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/** What administrators see and do about deadlines. The SQL functions check that the session is an administrator's. */

const LOOKED_FOR_MS = 400 * DAY_MS

export const ReminderInput = z.object({ key: z.string().check(z.regex(DEADLINE_KEY)), isUndone: z.boolean() })
/** `email`: as it is listed, also of several addresses with commas between them. `id`: null to forget what it has sent. */
export const MatchInput = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(3000)),
  id: z.nullable(RowId),
})
export const UnmatchInput = z.extend(MatchInput, { id: RowId })

/**
 * Lists the last start of each deadline, for as long as home shows it, and the next one, with who has done it; also who has to, forms
 * from addresses without a member, and the addresses that forms call. Empty lists for everyone but administrators.
 */
export async function readDeadlines(
  { sql, clock, programme }: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  { token }: SignedIn,
) {
  const starts = shownStarts(programme, clock())
    .toSorted((one, other) => one.start - other.start)
    .map(({ event, start, offset, key }) => ({
      key,
      event: event.name,
      day: dayOfKey(key),
      title: event.title,
      start: new Date(start),
      offset,
      zone: programme.timezone,
      forCompany: event.doneFor === 'company',
      hasReminders: event.remind !== false,
      ...audienceOf(event, programme),
    }))
  const [row] = await readOnly(sql)`
    SELECT deadlines_for_admin(${sha256Hex(token)}, ${JSON.stringify(starts)}) AS due,
      (SELECT jsonb_object_agg(id, jsonb_build_object('groups', groups, 'memberSince', member_since))
        FROM members WHERE approval_status = 'approved') AS members,
      -- As cancel_reminders_for_admin.
      ARRAY(SELECT key FROM unnest(${starts.map(({ key }) => key)}::text[]) key WHERE EXISTS (
        SELECT FROM outbox WHERE starts_with(dedupe_key, key || ' manual ')
          AND sent_at IS NULL AND dead_at IS NULL AND attempts = 0 AND next_attempt_at > now())) AS undoable`
  const { due, members, undoable } = DueRow.parse(row)
  const { people, ...report } = due ?? {
    people: [],
    done: [],
    reminded: [],
    unmatched: [],
    nonMembers: [],
    forms: [],
  }
  return {
    starts,
    people: people.map((person) => ({
      ...person,
      ...(members?.[person.id] ?? { groups: [], memberSince: null }),
    })),
    ...report,
    /** Deadlines whose reminders haven't left. */
    undoable: due ? undoable : [],
  }
}

/** Who has to meet a deadline, and whom administrators read it is for; null for everyone. */
function audienceOf({ for: names }: PlannedEvent, { groups }: Programme): DeadlineAudience {
  if (!names) return { audience: [], label: null }
  const titles = names.map((name) => groups.find((group) => group.name === name)?.title ?? name)
  return { audience: [names], label: `For ${titles.join(', ')}` }
}

export async function sendReminders(
  { sql, clock, programme }: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  { token }: SignedIn,
  { key, isUndone }: z.output<typeof ReminderInput>,
) {
  const session = sha256Hex(token)
  if (isUndone) {
    const [row] =
      await sql`SELECT cancel_reminders_for_admin(${session}, ${eventOfKey(key)}, ${dayOfKey(key)}) AS amount`
    const { amount } = AmountRow.parse(row)
    return amount === null
      ? ({ ok: false, code: 'reminders_sent' } as const)
      : ({ ok: true, amount } as const)
  }
  const found = shownStarts(programme, clock()).find((each) => each.key === key)
  if (!found || found.event.remind === false) return { ok: false, code: 'deadline_gone' } as const
  const { event, start } = found
  const [row] = await sql`
    SELECT send_group_reminders_for_admin(${session}, ${event.name}, ${dayOfKey(key)}, ${start}, ${event.doneFor === 'company'},
      ${event.for ?? null}) AS amount`
  const { amount } = AmountRow.parse(row)
  return amount === null
    ? ({ ok: false, code: 'already_reminded' } as const)
    : ({ ok: true, amount } as const)
}

/** Says which member an address belongs to; without a person, forgets what it sent. */
export async function matchSubmissions(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { email, id }: z.output<typeof MatchInput>,
) {
  const [row] = await sql`SELECT match_submissions_for_admin(${sha256Hex(token)}, ${email}, ${id}) AS done`
  return row?.done === true ? ({ ok: true } as const) : ({ ok: false, code: 'submission_not_found' } as const)
}

/** Takes that back, with what the address has ticked; its forms of the last 90 days are unmatched again. */
export async function unmatchSubmissions(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { email, id }: z.output<typeof UnmatchInput>,
) {
  const [row] = await sql`SELECT unmatch_submissions_for_admin(${sha256Hex(token)}, ${email}, ${id}) AS done`
  return row?.done === true ? ({ ok: true } as const) : ({ ok: false, code: 'submission_not_found' } as const)
}

/** The path of a new address that forms can call, without a deadline's name. Its secret isn't stored. */
export async function createWebhookEndpoint(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { name }: { name: string },
) {
  const [row] = await sql`SELECT create_webhook_endpoint_for_admin(${sha256Hex(token)}, ${name}) AS secret`
  const { secret } = SecretRow.parse(row)
  return secret
    ? ({ ok: true, path: `${SUBMISSIONS_PREFIX}${secret}/` } as const)
    : ({ ok: false, code: 'form_exists' } as const)
}

export async function deleteWebhookEndpoint(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { name }: { name: string },
) {
  await sql`SELECT delete_webhook_endpoint_for_admin(${sha256Hex(token)}, ${name})`
}

/** The start of a deadline that is nearest to a moment, before or after it, and the next; null for an unknown deadline. */
export function startsAt(programme: Programme, name: string, moment: number) {
  const event = programme.events.find((each) => each.kind === 'due' && each.name === name)
  if (!event) return null
  const starts = startsBetween(event, programme.timezone, moment - LOOKED_FOR_MS, moment + LOOKED_FOR_MS)
  const away = ({ start }: PlannedStart) => Math.abs(start - moment)
  const [nearest] = starts.toSorted((one, other) => away(one) - away(other))
  return nearest ? { nearest, next: starts.find(({ start }) => start > moment) ?? nearest } : null
}

const eventOfKey = (key: string): string => key.slice(key.indexOf('/') + 1, key.lastIndexOf('/'))

export const dayOfKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

function shownStarts({ events, timezone }: Programme, now: number): PlannedStart[] {
  return events
    .filter(({ kind }) => kind === 'due')
    .flatMap((event) => {
      const starts = startsBetween(event, timezone, now - MISSED_STAYS_MS, now + LOOKED_FOR_MS)
      const past = starts.filter(({ start }) => start <= now)
      return [...past.slice(-1), ...starts.slice(past.length, past.length + 1)]
    })
}

const at = z.coerce.date<string>()
const DueRow = z.object({
  due: z.nullable(
    z.object({
      people: z.array(
        z.object({
          id: z.string(),
          email: z.string(),
          fullName: z.nullable(z.string()),
          company: z.nullable(z.string()),
        }),
      ),
      done: z.array(
        z.object({
          event: z.string(),
          day: z.string(),
          userId: z.string(),
          reportedAt: at,
          source: z.enum(['member', 'form', 'company']),
        }),
      ),
      reminded: z.array(z.string()),
      /** `email`: an address, or several where the answer doesn't say whose it is. */
      unmatched: z.array(z.object({ email: z.string(), event: z.string(), day: z.string(), at })),
      nonMembers: z.array(
        z.object({
          id: z.string(),
          email: z.string(),
          status: z.enum(personStatuses),
          event: z.string(),
          day: z.string(),
          at,
        }),
      ),
      forms: z.array(
        z.object({
          name: z.string(),
          createdAt: at,
          lastUsedAt: z.nullable(at),
          lastTestedAt: z.nullable(at),
          lastTestEmail: z.nullable(z.string()),
          lastRejectedAt: z.nullable(at),
          rejectionReason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** By id. `memberSince`: nothing was missed before. */
  members: z.nullable(
    z.record(
      z.string(),
      z.object({ groups: z.array(z.string()), memberSince: z.nullable(z.coerce.date<number>()) }),
    ),
  ),
  undoable: z.array(z.string()),
})
const AmountRow = z.object({ amount: z.nullable(z.number()) })
const SecretRow = z.object({ secret: z.nullable(z.string()) })

interface DeadlineAudience {
  audience: Audience
  label: string | null
}
