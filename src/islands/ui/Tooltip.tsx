import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** docs/product.md, Timing. */
const OPENS_AFTER_MS = 700
const NEXT_ONE_AT_ONCE_MS = 300

/** Around the tooltips of which the next one opens at once after the last. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={OPENS_AFTER_MS} timeout={NEXT_ONE_AT_ONCE_MS}>
      {children}
    </Base.Provider>
  )
}

/** Shows those who see what an icon is called; whoever hears it is told by the element's own label. */
export function Tooltip({ text, side = 'right', disabled = false, children }: Props) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-50">
          <Base.Popup className="rounded-[6px] bg-ink px-2.5 py-1.5 text-xs font-medium text-paper shadow-float transition-opacity data-ending-style:opacity-0 data-instant:duration-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface Props {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  disabled?: boolean
  /** The element that it is about, which takes a ref and the listeners. */
  children: ReactElement
}
