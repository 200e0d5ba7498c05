import * as z from 'zod/mini'
import type { ConfirmChangeInput, EmailChangeForm } from '#src/shared/forms.ts'
import { Email } from '#src/shared/people/person.ts'
import { EMAIL_CHANGE_SECONDS, PASSWORD_RESET_SECONDS } from '../lifetimes.ts'
import {
  EMAIL_CHANGES_PER_MEMBER,
  EMAIL_CHANGES_PER_TARGET,
  MAILS_PER_MAILBOX,
} from '../limits/attempt-limits.ts'
import { countAttempt, countAttemptSql } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { type Browser, checkPassword } from '../sign-in/sign-in.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'
import { confirmIdentity, wrongPassword } from './credentials.ts'

/**
 * Emails a link to the new address, which takes effect when the link is opened. The response and the notice to the old address are
 * the same if the address is taken or over its limit.
 */
export async function requestEmailChange(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { newEmail, currentPassword }: EmailChangeForm,
) {
  const { sql } = deps
  const { id, email } = signedIn.member
  if (newEmail === email) return { ok: false, code: 'email_unchanged' } as const
  const proof = await confirmIdentity(deps, signedIn, currentPassword)
  if (!proof.ok) return proof
  const permit = await countAttempt(sql, EMAIL_CHANGES_PER_MEMBER, id)
  if (!permit.ok) return permit
  const noticePermit = await countAttempt(sql, MAILS_PER_MAILBOX, email)
  if (!noticePermit.ok) return noticePermit

  // Over the limit, request the member's own address, which behaves like a taken one.
  const [row] = await sql`
    SELECT request_email_change(${id}, ${proof.passwordHash},
      CASE WHEN ${countAttemptSql(sql, [EMAIL_CHANGES_PER_TARGET, MAILS_PER_MAILBOX], newEmail)} THEN ${newEmail}
        ELSE (SELECT email FROM users WHERE id = ${id}) END,
      make_interval(secs => ${EMAIL_CHANGE_SECONDS})) AS "isDone"`
  return row?.isDone === true ? ({ ok: true } as const) : wrongPassword
}

/** The link that was emailed to a new address stops working. Idempotent. */
export async function cancelEmailChange({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<void> {
  await sql`DELETE FROM email_tokens WHERE user_id = ${member.id} AND purpose = 'change_email' AND used_at IS NULL`
}

/** Read-only. null when the link doesn't work. See `find_email_change`. */
export async function findEmailChange(sql: Sql, token: string, sessionToken: string | null) {
  if (!isToken(token)) return null
  const [row] = await sql`
    SELECT email, new_email AS "newEmail", proof
    FROM find_email_change(${sha256Hex(token)}, ${sessionToken && sha256Hex(sessionToken)})`
  return row ? ChangeRow.parse(row) : null
}

/**
 * Changes the address with the link that was emailed to the new one: in a browser with the member's session, or with the password,
 * within the limits of signing in. Idempotent until the link expires.
 */
export async function confirmEmailChange(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  { token, currentPassword }: ConfirmChangeInput,
  browser: Browser,
) {
  const { sql } = deps
  const session = browser.sessionToken && sha256Hex(browser.sessionToken)
  const change = await findEmailChange(sql, token, browser.sessionToken)
  if (!change) return linkFailed
  let proven: string | null = null
  if (change.proof === 'password') {
    // An old page, or a session that has ended meanwhile: the page asks again, now for the password.
    if (currentPassword === undefined) return { ok: false, code: 'password_needed' } as const
    const checked = await checkPassword(deps, { email: change.email, password: currentPassword }, browser)
    if (!checked.ok) return checked.code === 'invalid_credentials' ? wrongPassword : checked
    proven = checked.account.passwordHash
  }
  const [row] = await sql`SELECT confirm_email_change(${sha256Hex(token)}, ${session}, ${proven}) AS "isDone"`
  return row?.isDone === true ? ({ ok: true } as const) : linkFailed
}

export async function readEmailRestore({ sql }: Pick<Deps, 'sql'>, { token }: { token: string }) {
  if (!isToken(token)) return restoreFailed
  const [row] = await sql`
    SELECT full_name AS "fullName", email, current_email AS "currentEmail", state
    FROM find_email_restore(${sha256Hex(token)})`
  return row ? ({ ok: true, ...RestoreRow.parse(row) } as const) : restoreFailed
}

/**
 * Takes a change of address back, for anyone with the link that was emailed to the address before. Ends all sessions and the
 * password, which whoever made the change knows, and emails a link that sets a new one. Idempotent.
 */
export async function restoreEmail(deps: Pick<Deps, 'sql' | 'passwords'>, { token }: { token: string }) {
  const found = await readEmailRestore(deps, { token })
  if (!found.ok) return found
  if (found.state === 'done') return { ok: true } as const
  if (found.state === 'taken') return takenMeanwhile
  const unusablePasswordHash = await deps.passwords.hash(newToken().token)
  const [row] = await deps.sql`
    SELECT restore_email_and_passkeys(${sha256Hex(token)}, ${unusablePasswordHash}, make_interval(secs => ${PASSWORD_RESET_SECONDS})) AS state`
  if (row?.state === 'done') return { ok: true } as const
  return row?.state === 'taken' ? takenMeanwhile : restoreFailed
}

const ChangeRow = z.object({
  email: Email,
  newEmail: z.string(),
  proof: z.enum(['done', 'session', 'password', 'none']),
})
const RestoreRow = z.object({
  fullName: z.nullable(z.string()),
  email: z.string(),
  currentEmail: z.string(),
  state: z.enum(['open', 'done', 'taken']),
})

const linkFailed = { ok: false, code: 'confirmation_failed' } as const
const takenMeanwhile = { ok: false, code: 'email_taken_meanwhile' } as const
const restoreFailed = { ok: false, code: 'restore_link_invalid' } as const
