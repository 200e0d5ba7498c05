import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { codePoints, EMAIL_MAX_CHARACTERS, NAME_MAX_CODE_POINTS } from '../field-limits.ts'

/** The rules for addresses and names at every door. 0002_text.sql has the same, and a contract test compares both. */

/** Twice, because NFKC may shorten a text. */
const TYPED_EMAIL_MAX_UNITS = 2 * EMAIL_MAX_CHARACTERS

const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0]/g
const SPACES = /[\0-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
/** Joiners matter inside a word or an emoji. */
const ENDS = /^[ \u200c\u200d]+|[ \u200c\u200d]+$/g

/** RFC 5321 without quoted local parts and IP addresses. No top-level domain is the ending of a list's file. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@((?!-)[a-z0-9-]{0,62}[a-z0-9]\.)+(?!(csv|tsv|tab|txt|xlsx?|ods|numbers)$)(xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/

export function normalizeLine(typed: string): string {
  return typed.toWellFormed().replace(INVISIBLE, '').replace(SPACES, ' ').replace(ENDS, '')
}

/**
 * An address in canonical form: cleaned, NFKC, lower case, its domain as in DNS. Checks the length first, because normalising
 * takes quadratic time.
 */
export const Email = z.pipe(
  z.pipe(
    z
      .string('email_invalid' satisfies ErrorCode)
      .check(
        z.refine(
          (typed) => typed.trim().length <= TYPED_EMAIL_MAX_UNITS,
          'email_invalid' satisfies ErrorCode,
        ),
      ),
    z.transform((typed: string) => withAsciiDomain(normalizeLine(typed).normalize('NFKC').toLowerCase())),
  ),
  z
    .email({ pattern: ADDRESS, error: 'email_invalid' satisfies ErrorCode })
    .check(z.maxLength(EMAIL_MAX_CHARACTERS, 'email_invalid' satisfies ErrorCode))
    .brand<'Email'>(),
)
export type Email = z.output<typeof Email>

/** An optional line of at most so many characters; null when nothing of it is visible. */
export function optionalLine(maxCodePoints: number, tooLong: ErrorCode) {
  const isShort = (line: string) => codePoints(line) <= maxCodePoints
  return z.pipe(
    z.pipe(
      z.optional(z.nullable(z.string())),
      z.transform((typed: string | null | undefined) => normalizeLine(typed ?? '') || null),
    ),
    z.nullable(z.string().check(z.refine(isShort, tooLong))),
  )
}

/** A line in a form that sends only what was changed: undefined when it is missing, unlike when it is empty. */
export function changedField(line: z.ZodMiniType<string | null, string | null | undefined>) {
  return z.optional(z.pipe(z.string() as z.ZodMiniType<string | null | undefined, string>, line))
}

export const FullName = optionalLine(NAME_MAX_CODE_POINTS, 'name_too_long')

export const RequiredName = FullName.check(
  z.refine((name) => name !== null, 'name_empty' satisfies ErrorCode),
)

/** 'info@bücher.example' becomes 'info@xn--bcher-kva.example', as in browsers. */
function withAsciiDomain(address: string): string {
  const [, local = '', domain = ''] = /^(.*@)([a-z0-9.\-\u0080-\u{10ffff}]+)$/u.exec(address) ?? []
  const url = `https://${domain}`
  return URL.canParse(url) ? local + new URL(url).hostname : address
}
