import * as icons from '#src/shared/icons.ts'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

export function CloseButton({ children = 'Close', ...button }: ComponentProps<'button'>) {
  return (
    <button type="button" command="close" className="-mr-2 icon-button" {...button}>
      <Icon drawing={icons.x} className="size-5" />
      <span className="sr-only">{children}</span>
    </button>
  )
}
