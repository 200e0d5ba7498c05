import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { codePoints, PASSWORD_MAX_CODE_POINTS, PASSWORD_MIN_CODE_POINTS } from './field-limits.ts'
import { broadcastTopics } from './broadcast-topics.ts'
import { changedField, normalizeLine, Email, FullName, RequiredName } from './people/person.ts'
import type { Viewer } from './viewer.ts'

const REASON_MAX_CHARACTERS = 1000

/** A new password, never trimmed or truncated. Its length is in code points, not UTF-16 units. */
export const NewPassword = z.string('password_too_short' satisfies ErrorCode).check(
  z.refine(
    (typed) => codePoints(typed) >= PASSWORD_MIN_CODE_POINTS,
    'password_too_short' satisfies ErrorCode,
  ),
  z.refine((typed) => codePoints(typed) <= PASSWORD_MAX_CODE_POINTS, 'password_too_long' satisfies ErrorCode),
)

const Token = z.catch(z.string(), '')

/** The id of a row, as the database makes it; '' for anything else. */
export const RowId = z.catch(z.string().check(z.regex(/^[\w-]{1,64}$/)), '')

/** As WebAuthn names a credential, in base64url. */
export const PasskeyId = z.string().check(z.regex(/^[\w-]{1,1400}$/))

export const SignUpForm = z.object({
  email: Email,
  password: NewPassword,
  fullName: FullName,
  /** A honeypot: hidden from people, filled in by bots. No browser or password manager knows this name. */
  message: z.optional(z.unknown()),
})
export const SignInForm = z.object({ email: Email, password: NewPassword })
export const EmailForm = z.object({ email: Email })
export const TokenInput = z.object({ token: Token })
/** `isClicked`: whether a person clicked the button; false when the page was only opened. */
export const ConfirmInput = z.object({ token: Token, isClicked: z.catch(z.boolean(), false) })
export const ResetPasswordInput = z.object({ token: Token, password: NewPassword })

/** The current password. An empty one was forgotten, and counts as no attempt. Anything longer than the maximum is wrong. */
export const CurrentPassword = z.string('current_password_wrong' satisfies ErrorCode).check(
  z.minLength(1, 'password_empty' satisfies ErrorCode),
  z.refine(
    (typed) => codePoints(typed) <= PASSWORD_MAX_CODE_POINTS,
    'current_password_wrong' satisfies ErrorCode,
  ),
)

export const ProfileForm = z.object({
  fullName: changedField(RequiredName),
} satisfies Partial<Record<keyof Viewer, z.ZodMiniType>>)
/** Without a password where the session or a passkey proves who it is. */
export const OptionalPasswordForm = z.object({ currentPassword: z.optional(CurrentPassword) })
export const ChangePasswordForm = z.extend(OptionalPasswordForm, { newPassword: NewPassword })
export const ConfirmChangeInput = z.extend(OptionalPasswordForm, { token: Token })
export const EmailChangeForm = z.extend(OptionalPasswordForm, { newEmail: Email })
export const WebhookNameForm = z.object({
  name: z
    .pipe(z.string().check(z.maxLength(80)), z.transform(normalizeLine))
    .check(z.minLength(1, 'form_name_missing' satisfies ErrorCode)),
})

export const SessionInput = z.object({ id: RowId })
export const EmailPreferenceInput = z.object({ topic: z.enum(broadcastTopics), isSubscribed: z.boolean() })
/** null for a zone that isn't known here. */
export const TimeZoneInput = z.object({
  zone: z.catch(z.nullable(z.string().check(z.refine(isTimeZone))), null),
})
export const DeletionForm = z.object({ password: z.optional(CurrentPassword) })

/** An administrator's reason, and the proof that it is the administrator. */
export const ReasonForm = z.object({
  reason: z.pipe(
    z.string().check(z.maxLength(REASON_MAX_CHARACTERS, 'reason_too_long' satisfies ErrorCode)),
    z.transform(normalizeLine),
  ),
})

/** Checked in the browser only. */
export const NewPasswordForm = z
  .object({ password: NewPassword, confirmPassword: z.string('passwords_differ' satisfies ErrorCode) })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'passwords_differ' satisfies ErrorCode,
      path: ['confirmPassword'],
    }),
  )

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export type SignUpForm = z.output<typeof SignUpForm>
export type EmailForm = z.output<typeof EmailForm>
export type SignInForm = z.output<typeof SignInForm>
export type ResetPasswordInput = z.output<typeof ResetPasswordInput>
export type ConfirmInput = z.output<typeof ConfirmInput>
export type ProfileForm = z.output<typeof ProfileForm>
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>
export type EmailPreferenceInput = z.output<typeof EmailPreferenceInput>
export type ConfirmChangeInput = z.output<typeof ConfirmChangeInput>
export type EmailChangeForm = z.output<typeof EmailChangeForm>
export type OptionalPasswordForm = z.output<typeof OptionalPasswordForm>
export type DeletionForm = z.output<typeof DeletionForm>
