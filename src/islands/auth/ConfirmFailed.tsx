import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { Panel } from '../ui/Panel.tsx'
import { ResendForm } from './ResendForm.tsx'

/** Nothing was confirmed: why, and what can be done. */
export function ConfirmFailed({ heading, message, onTryAgain }: Props) {
  return (
    <Panel icon={CircleAlert} tone="bad" heading={heading} title="Your email is not confirmed">
      <p className="mt-3 text-ink-soft">{message}</p>
      {onTryAgain ? (
        <button type="button" className="mt-8 button-primary w-full" onClick={onTryAgain}>
          Try again
        </button>
      ) : (
        <>
          <p className="mt-3 text-ink-soft">
            Links work for a limited time. Enter your email to get a new one.
          </p>
          <ResendForm />
        </>
      )}
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <a href={SIGN_IN_PATH} className="button-quiet">
          Try Signing In
        </a>
        <a href={HOME_PATH} className="button-quiet">
          Go to Home
        </a>
      </div>
    </Panel>
  )
}

interface Props {
  heading: RefObject<HTMLHeadingElement | null>
  message: string
  /** null when the link is to blame, and not the way to the server. */
  onTryAgain: (() => void) | null
}
