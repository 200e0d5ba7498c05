import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * Submits a form. While busy it keeps its width (both texts lie in one cell) and its focus: it is not disabled, the
 * form ignores a second press.
 */
export function Button({ busy, busyText, disabled = false, children }: Props) {
  return (
    <button
      type="submit"
      disabled={disabled}
      aria-disabled={busy}
      className="button-primary grid disabled:cursor-not-allowed aria-disabled:cursor-progress"
    >
      <span className={busy ? 'invisible col-start-1 row-start-1' : 'col-start-1 row-start-1'}>
        {children}
      </span>
      <span className={busy ? 'col-start-1 row-start-1 inline-flex items-center gap-2' : 'hidden'}>
        <LoaderCircle size={18} className="animate-spin" aria-hidden />
        {busyText}
      </span>
    </button>
  )
}

interface Props {
  busy: boolean
  busyText: string
  /** It has nothing to send yet. */
  disabled?: boolean
  children: ReactNode
}
