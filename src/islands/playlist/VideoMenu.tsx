import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'

/** A popover below its button: the browser opens and closes it, and hears Escape, without a script. */
export function Menu({ id, name, icon, look, isIcon = false, children }: MenuProps) {
  return (
    <>
      <button type="button" popoverTarget={id} className={look} title={isIcon ? name : undefined}>
        <Icon drawing={icon} className="size-4" />
        <span className={isIcon ? 'sr-only' : 'max-sm:sr-only'}>{name}</span>
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={name} data-end={isIcon} className="video-menu">
        {children}
      </div>
    </>
  )
}

interface MenuProps {
  id: string
  name: string
  icon: string
  look: string
  /** At the end of the row: its name is not written beside it on a large screen either. */
  isIcon?: boolean
  children: ReactNode
}

/** Closes its menu, which gives the focus back to what opened it. */
export function Item({ id, icon, label, onClick, children }: ItemProps) {
  return (
    <button
      type="button"
      popoverTarget={id}
      popoverTargetAction="hide"
      className="video-item"
      aria-label={label}
      onClick={onClick}
    >
      <Icon drawing={icon} className="size-4" />
      {children}
    </button>
  )
}

interface ItemProps {
  /** Of the menu it stands in. */
  id: string
  icon: string
  /** For those who hear it, where that differs. */
  label?: string
  onClick: () => void
  children: ReactNode
}
