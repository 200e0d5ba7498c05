import * as icons from 'lucide'
import type { ErrorCode } from '#src/shared/errors.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { Icon } from './Icon.tsx'

/** An error about a whole form, with a link for people who were signed out. Always in the page, so that it's read out. */
export function Alert({ text, reason }: { text: string | null; reason?: ErrorCode | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="mb-5 flex gap-2.5 rounded-control bg-danger-wash px-3.5 py-3 text-sm text-ink">
          <Icon icon={icons.CircleAlert} className="mt-px text-danger" />
          <span>{text}</span>
          {reason === 'not_signed_in' && (
            <a href={SIGN_IN_PATH} className="text-link ml-auto shrink-0">
              Sign in again
            </a>
          )}
        </p>
      )}
    </div>
  )
}
