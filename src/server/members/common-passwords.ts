import * as z from 'zod/mini'
import type { ErrorCode } from '#src/shared/errors.ts'
import { codePoints, PASSWORD_MIN_CODE_POINTS } from '#src/shared/field-limits.ts'

const HOW_MANY = 3000

/** A rule for a form with a new password: not one of the 3,000 most common, in any spelling of its letters. */
export function isUncommon<Field extends string>(field: Field) {
  return z.refine<Record<Field, string>>(async (typed) => !(await isCommon(typed[field])), {
    error: 'password_common' satisfies ErrorCode,
    path: [field],
  })
}

async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon()
  return (await common).has(password.normalize('NFKC').toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined

/** Read when the first person chooses a password, because it takes longer than anything else that the function loads. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const allowed = dictionary['passwords-common'].filter(
    (each) => codePoints(each) >= PASSWORD_MIN_CODE_POINTS,
  )
  return new Set(allowed.slice(0, HOW_MANY))
}
