import * as icons from '#src/shared/icons.ts'
import { Drawer } from '@base-ui/react/drawer'
import { Icon } from '../ui/Icon.tsx'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

/** The list at the foot of a small screen, which a finger can pull down; closing gives the focus back to its opener. */
export function ListDrawer({ isOpen, close, closed, opener, currentRow, children }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const large = matchMedia('(width >= 48rem)')
    large.addEventListener('change', close)
    return () => large.removeEventListener('change', close)
  }, [close])

  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      onOpenChangeComplete={(open) => !open && closed()}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_240/0.45)] opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
          <Drawer.Popup
            ref={popup}
            // Not the search box: that would raise a phone's keyboard.
            initialFocus={() => (currentRow.current?.checkVisibility() ? currentRow.current : popup.current)}
            finalFocus={opener}
            className="flex h-[min(85dvh,44rem)] w-full translate-y-(--drawer-swipe-movement-y) flex-col rounded-t-card bg-surface text-ink shadow-float transition-[translate] duration-180 ease-out outline-none data-ending-style:translate-y-full data-starting-style:translate-y-full data-swiping:duration-0 data-swiping:select-none sm:max-w-xl forced-colors:border"
          >
            <span className="mx-auto my-3 h-1.5 w-8 shrink-0 rounded-full bg-edge forced-colors:bg-[CanvasText]" />
            <Drawer.Content className="flex min-h-0 flex-1 flex-col">
              <div className="flex items-center gap-2 pr-1 pl-4">
                <Drawer.Title className="flex-1 text-lg">All videos</Drawer.Title>
                <Drawer.Close className="icon-button size-11">
                  <Icon drawing={icons.x} className="size-5" />
                  <span className="sr-only">Close the list</span>
                </Drawer.Close>
              </div>
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

interface DrawerProps {
  isOpen: boolean
  close: () => void
  /** It is out of sight. */
  closed: () => void
  opener: RefObject<HTMLElement | null>
  /** The row of the video that is shown. */
  currentRow: RefObject<HTMLElement | null>
  children: ReactNode
}
