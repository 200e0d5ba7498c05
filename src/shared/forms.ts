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

export const SignUpForm = z.object({ email: Email, password: NewPassword, fullName: FullName })
export const SignInForm = z.object({ email: Email, password: NewPassword })

export type SignUpForm = z.output<typeof SignUpForm>
export type SignInForm = z.output<typeof SignInForm>

/** Without the `u` flag a character beyond the basic plane would count twice. */
function codePoints(text: string): number {
  return text.match(/./gsu)?.length ?? 0
}
