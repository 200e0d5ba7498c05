import * as z from 'zod/mini'
import { errorText } from './errors.ts'
import { EMAIL_MAX_CHARACTERS, PASSWORD_MAX_CODE_POINTS, PASSWORD_MIN_CODE_POINTS } from './limits.ts'

/** An address in the one form it is stored and compared in: NFKC, trimmed, lower case. */
export const Email = z.pipe(
  z.pipe(
    z.string(errorText.email_invalid),
    z.transform((typed: string) => typed.normalize('NFKC').trim().toLowerCase()),
  ),
  z
    .email(errorText.email_invalid)
    .check(z.maxLength(EMAIL_MAX_CHARACTERS, errorText.email_invalid))
    .brand<'Email'>(),
)
export type Email = z.output<typeof Email>

/** A new password exactly as typed: never trimmed, never cut. Length counts code points, not UTF-16 units. */
export const NewPassword = z.string(errorText.password_too_short).check(
  z.refine((typed) => codePoints(typed) >= PASSWORD_MIN_CODE_POINTS, errorText.password_too_short),
  z.refine((typed) => codePoints(typed) <= PASSWORD_MAX_CODE_POINTS, errorText.password_too_long),
)

/** Optional and unbounded (specification, section 5); blank means none. Line breaks and NULs are no letters. */
const FullName = z.pipe(
  z.optional(z.string()),
  z.transform(
    (typed: string | undefined) =>
      typed
        ?.toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .trim() || null,
  ),
)

/** As it stood in the link. Whatever it is, the rules decide what it is worth; nothing is one too. */
const Token = z.catch(z.string(), '')

export const SignUpForm = z.object({
  email: Email,
  password: NewPassword,
  fullName: FullName,
  /** A field that people do not see. Whoever fills it in is a program. */
  website: z.optional(z.unknown()),
  /** When the form was shown, in milliseconds since 1970. */
  startedAt: z.catch(z.optional(z.number()), undefined),
})
export const SignInForm = z.object({ email: Email, password: NewPassword })
export const EmailForm = z.object({ email: Email })
export const TokenForm = z.object({ token: Token })
export const ResetPasswordForm = z.object({ token: Token, password: NewPassword })

/** What the reset screen checks before it sends: a slip of the finger is caught while it can be corrected. */
export const NewPasswordForm = z
  .object({ password: NewPassword, confirmPassword: z.string(errorText.passwords_differ) })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: errorText.passwords_differ,
      path: ['confirmPassword'],
    }),
  )

export type SignUpForm = z.output<typeof SignUpForm>
export type SignInForm = z.output<typeof SignInForm>
export type ResetPasswordForm = z.output<typeof ResetPasswordForm>

/** Without the `u` flag a character beyond the basic plane would count twice. */
function codePoints(text: string): number {
  return text.match(/./gsu)?.length ?? 0
}
