import * as icons from 'lucide'
import type { ComponentProps, MouseEvent } from 'react'
import { Icon } from './Icon.tsx'
import { useIsHydrated } from './useIsHydrated.ts'

/**
 * Submits its form unless it has `onClick`. While the form is busy it keeps its width, because the spinner takes the place of
 * padding, and its focus, because it isn't disabled: its form ignores a second press.
 */
export function Button({ variant = 'primary', busy = false, className = '', children, ...button }: Props) {
  return (
    <BareButton
      type={button.onClick ? 'button' : 'submit'}
      onClick={ignoreDoubleClick}
      {...button}
      aria-disabled={busy}
      className={`button-${variant} ${className} in-aria-busy:has-[.animate-spin]:px-2 aria-disabled:cursor-progress`}
    >
      {!button.onClick && (
        <Icon icon={icons.LoaderCircle} className="hidden size-4 animate-spin in-aria-busy:block" />
      )}
      <span>{children}</span>
    </BareButton>
  )
}

// After its first press, another form's button may be in this place.
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

export function TextButton({ className = 'text-link', ...button }: ComponentProps<'button'>) {
  return <BareButton className={className} {...button} />
}

/** Disabled until hydration. Other buttons are made of it. */
export function BareButton({ disabled = false, children, ...button }: ComponentProps<'button'>) {
  const isHydrated = useIsHydrated()
  return (
    <button
      type="button"
      {...button}
      disabled={disabled || !isHydrated}
      // Keeps its look (styles/controls.css).
      data-hydrating={isHydrated ? undefined : true}
    >
      {children}
    </button>
  )
}

export function CloseButton({
  children = 'Close',
  className = '-mr-2',
  ...button
}: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`icon-button before:fixed before:inset-0 before:-z-1 before:cursor-default before:content-[''] ${className}`}
      {...button}
    >
      <Icon icon={icons.X} className="size-5" />
      <span className="sr-only">{children}</span>
    </button>
  )
}

interface Props extends ComponentProps<'button'> {
  variant?: 'primary' | 'quiet' | 'danger' | undefined
  busy?: boolean
}
