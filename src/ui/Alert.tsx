import * as icons from 'lucide'
import type { ErrorCode } from '#src/shared/errors.ts'
import { SignInAgain } from './ErrorText.tsx'
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
