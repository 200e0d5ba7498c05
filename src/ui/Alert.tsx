import * as icons from 'lucide'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { signInPath } from '#src/shared/next-path.ts'
import { Icon } from './Icon.tsx'

/** It is in the page even without a text, because screen readers read only what changes in it. */
export function Alert({ text, code }: { text: string | null; code?: ErrorCode | null }) {
  const isFailure = code !== 'account_pending'
  return (
    <div role="alert">
      {text && (
        <p
          className={`mb-5 flex gap-2.5 rounded-control px-3.5 py-3 text-sm text-ink ${isFailure ? 'bg-danger-wash' : 'bg-ink-wash'}`}
        >
          <Icon icon={icons.CircleAlert} className={isFailure ? 'mt-px text-danger' : 'mt-px'} />
          <span className="flex-1">{text}</span>
          <SignInAgain code={code} />
        </p>
      )}
    </div>
  )
}

/** What failed; signed out, with a link that leads back to this page. */
export function ErrorText({ code }: { code: ErrorCode | null }) {
  if (!code) return null
  return (
    <>
      <span>{errorText[code]}</span> <SignInAgain code={code} />
    </>
  )
}

function SignInAgain({ code }: { code: ErrorCode | null | undefined }) {
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
