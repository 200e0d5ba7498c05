import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { signInPath } from '#src/shared/next-path.ts'

/** What failed; signed out, with a link that leads back to this page. */
export function ErrorText({ code }: { code: ErrorCode | null }) {
  if (!code) return null
  return (
    <>
      <span>{errorText[code]}</span> <SignInAgain code={code} />
    </>
  )
}

export function SignInAgain({ code }: { code: ErrorCode | null | undefined }) {
  if (!SIGNED_OUT.includes(code)) return null
  return (
    <a
      href={signInPath(location.pathname + location.search + location.hash)}
      className="text-link whitespace-nowrap"
    >
      Sign in again
    </a>
  )
}

const SIGNED_OUT: unknown[] = [
  'not_signed_in',
  'note_signed_out',
  'progress_signed_out',
] satisfies ErrorCode[]
