import * as icons from '#src/shared/icons.ts'
import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'

/**
 * Submits a form, or does something by itself. While busy it keeps its width (both texts lie in one cell) and its
 * focus: it is not disabled, whatever it does ignores a second press.
 */
export function Button(props: Props) {
  const { look = 'primary', busy = false, busyText, disabled = false, onClick, ref, children } = props
  return (
    <button
      ref={ref}
      type={onClick ? 'button' : 'submit'}
      disabled={disabled}
      aria-disabled={busy}
      onClick={onClick && (() => (busy ? undefined : onClick()))}
      className={`${looks[look]} grid disabled:cursor-not-allowed aria-disabled:cursor-progress`}
    >
      <span className={busy ? 'invisible col-start-1 row-start-1' : 'col-start-1 row-start-1'}>
        {children}
      </span>
      <span className={busy ? 'col-start-1 row-start-1 inline-flex items-center gap-2' : 'hidden'}>
        <Icon drawing={icons.loaderCircle} className="animate-spin" />
        {busyText}
      </span>
    </button>
  )
}

const looks = {
  primary: 'button-primary',
  quiet: 'button-quiet',
  danger: 'button-danger',
}

interface Props {
  look?: keyof typeof looks
  busy?: boolean
  busyText?: string
  /** It has nothing to send yet. */
  disabled?: boolean
  /** Without it the button submits its form. */
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}
