import { Drawer as Base } from '@base-ui/react/drawer'
import { type ReactNode, type RefObject, useRef } from 'react'

/**
 * Lies at the foot of a small screen, and a finger can pull it down. The focus goes to its first link, or to what
 * `focusFirst` finds, and back to where it was.
 */
export function Drawer({
  title,
  open,
  onOpenChange,
  opener,
  focusFirst = firstLink,
  className = '',
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(wanted) => onOpenChange(wanted)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_240/0.45)] opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
          <Base.Popup
            ref={popup}
            initialFocus={() => (popup.current && focusFirst(popup.current)) ?? true}
            finalFocus={opener ?? true}
            className={`flex max-h-[85dvh] w-full max-w-lg [transform:translateY(var(--drawer-swipe-movement-y))] touch-auto flex-col rounded-t-card border-t border-transparent bg-surface text-ink shadow-float transition-transform duration-180 outline-none data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none ${className}`}
          >
            <div className="mx-auto my-3 h-1.5 w-8 shrink-0 rounded-full bg-edge" aria-hidden />
            <Base.Title className="sr-only">{title}</Base.Title>
            <Base.Content className="overflow-y-auto overscroll-contain px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {children}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function firstLink(drawer: HTMLElement): HTMLElement | null {
  return drawer.querySelector('a')
}

interface Props {
  /** What it is called to those who hear it. */
  title: string
  open: boolean
  /** Asked to close it, or to open it; what `open` becomes is up to whoever shows it. */
  onOpenChange: (wanted: boolean) => void
  /** Gets the focus when it closes; without one whatever had it before. */
  opener?: RefObject<HTMLElement | null>
  /** What people want first in it. */
  focusFirst?: (drawer: HTMLElement) => HTMLElement | null
  className?: string
  children: ReactNode
}
