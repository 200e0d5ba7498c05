import * as icons from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

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
