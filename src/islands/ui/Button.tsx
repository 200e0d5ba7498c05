import * as icons from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

/**
 * Submits its form unless it has `onClick`. While the form is busy it keeps its width, because both texts share a cell, and its
 * focus, because it isn't disabled: its form ignores a second press.
 */
export function Button({ look = 'button-primary', busy = false, busyText, children, ...button }: Props) {
  return (
    <button
      type={button.onClick ? 'button' : 'submit'}
      {...button}
      aria-disabled={busy}
      className={`${look} grid disabled:cursor-not-allowed aria-disabled:cursor-progress`}
    >
      <span className="col-start-1 row-start-1 in-aria-busy:not-only:invisible">{children}</span>
      {busyText && (
        <span className="col-start-1 row-start-1 hidden items-center gap-2 in-aria-busy:inline-flex">
          <Icon drawing={icons.LoaderCircle} className="animate-spin" />
          {busyText}
        </span>
      )}
    </button>
  )
}

interface Props extends ComponentProps<'button'> {
  look?: 'button-primary' | 'button-quiet' | 'button-danger' | undefined
  busy?: boolean
  busyText?: string
}
