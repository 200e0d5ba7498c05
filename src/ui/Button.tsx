import * as icons from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

/**
 * Submits its form unless it has `onClick`. While the form is busy it keeps its width, because the spinner takes the place of
 * padding, and its focus, because it isn't disabled: its form ignores a second press.
 */
export function Button({ look = 'button-primary', busy = false, children, ...button }: Props) {
  return (
    <button
      type={button.onClick ? 'button' : 'submit'}
      {...button}
      aria-disabled={busy}
      className={`${look} disabled:cursor-not-allowed in-aria-busy:has-[.animate-spin]:px-2 aria-disabled:cursor-progress`}
    >
      {!button.onClick && (
        <Icon drawing={icons.LoaderCircle} className="hidden size-4 animate-spin in-aria-busy:block" />
      )}
      <span>{children}</span>
    </button>
  )
}

interface Props extends ComponentProps<'button'> {
  look?: 'button-primary' | 'button-quiet' | 'button-danger' | undefined
  busy?: boolean
}
