import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

/** Names an icon of the collapsed sidebar; screen readers have the element's label. */
export function Tooltip({ text, className = 'hidden collapsed:block', children }: Props) {
  return (
    <Base.Root
      onOpenChange={(isOpen, details) => {
        // An open dialog gets the Escape key, also from a tooltip that was open before it.
        const isCovered = document.querySelector('dialog:modal') !== null
        const isUnwanted = isOpen
          ? isCovered || !matchMedia('(width >= 64rem)').matches
          : isCovered && details.reason === 'escape-key'
        if (isUnwanted) details.cancel()
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side="right" sideOffset={8} className="z-50">
          <Base.Popup
            className={`rounded-[6px] bg-ink px-2.5 py-1.5 text-xs font-medium text-paper shadow-float transition-opacity data-ending-style:opacity-0 data-instant:duration-0 data-starting-style:opacity-0 ${className}`}
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface Props {
  text: string
  className?: string
  /** The trigger; it must take a ref and listeners. */
  children: ReactElement
}
