import { useEffect, type ReactNode } from 'react'
import { Drawer } from 'vaul'
import { holdPage } from './hold-page.ts'

/** A drawer at the foot of a small screen, which a finger can pull down; closing gives the focus back to its opener. */
export function FootDrawer({ title, opener, open, onOpenChange, className, focusFirst, children }: Props) {
  useEffect(() => (open ? holdPage() : undefined), [open])

  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} noBodyStyles>
      <Drawer.Portal>
        {/* vaul's own would add styles that change with every browser, which no policy can know beforehand. */}
        <div className="drawer-backdrop" data-state={open ? 'open' : 'closed'} />
        <Drawer.Content
          className={className}
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusFirst(event.currentTarget as HTMLElement)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.focus()
          }}
        >
          <Drawer.Handle className="drawer-handle" />
          <Drawer.Title className="sr-only">{title}</Drawer.Title>
          {children}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** What whoever shows a drawer keeps of it. */
export interface DrawerState {
  opener: HTMLElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Props extends DrawerState {
  /** What it is called to those who hear it. */
  title: string
  /** `drawer`, and what is its own. */
  className: string
  /** Gives the focus to what people want first in it. */
  focusFirst: (drawer: HTMLElement) => void
  children: ReactNode
}
