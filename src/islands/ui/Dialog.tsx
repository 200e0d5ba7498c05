import * as icons from '#src/shared/icons.ts'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { Icon } from './Icon.tsx'

/**
 * Lies over the page: the whole screen of a phone, a card on anything larger. The focus goes to the dialog itself,
 * and back to where it was.
 */
export function Dialog({ ref, title, open, onOpenChange, opener, className = '', children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(wanted) => onOpenChange(wanted)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_240/0.45)] transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={ref}
          initialFocus={ref}
          finalFocus={opener ?? true}
          className={`fixed inset-0 z-40 flex flex-col bg-surface text-ink transition-[opacity,translate] duration-180 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-w-[calc(100vw-3rem)] sm:-translate-1/2 sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:shadow-float ${className}`}
        >
          <header className="flex items-center gap-2 px-4 pt-3 sm:px-6 sm:pt-5">
            <Base.Title className="mr-auto text-xl">{title}</Base.Title>
            <Base.Close className="-mr-2 icon-button" aria-label="Close">
              <Icon drawing={icons.x} className="size-5" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface Props {
  ref: RefObject<HTMLDivElement | null>
  title: string
  open: boolean
  /** Asked to close it; what `open` becomes is up to whoever shows it. */
  onOpenChange: (wanted: boolean) => void
  /** Gets the focus when it closes; without one whatever had it before. */
  opener?: RefObject<HTMLElement | null>
  /** Its size from 640 px. */
  className?: string
  children: ReactNode
}
