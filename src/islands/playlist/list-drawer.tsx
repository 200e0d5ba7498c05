import { useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Drawer } from 'vaul'
import { holdPage } from '../shell/hold-page.ts'
import { onLargeScreen } from '../shell/screen.ts'
import { listen } from './events.ts'
import { keepInSight } from './in-sight.ts'

/** Lends the list to a drawer at the foot of a small screen, which a finger can pull down; closing gives it back. */
export function openListDrawer(opener: HTMLElement, list: HTMLElement): void {
  root ??= mount()
  const drawer = root
  const show = (open: boolean) => {
    opener.ariaExpanded = String(open)
    drawer.render(<ListDrawer list={list} opener={opener} open={open} onOpenChange={show} />)
  }
  close = () => show(false)
  show(true)
}

let root: Root | undefined
let close: () => void = () => undefined

function mount(): Root {
  listen('playlist:list-done', () => {
    close()
  })
  onLargeScreen(() => {
    close()
  })
  return createRoot(document.body.appendChild(document.createElement('div')))
}

interface Props {
  /** Its children move; whoever holds on to them need not know where they are. */
  list: HTMLElement
  opener: HTMLElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

function ListDrawer({ list, opener, open, onOpenChange }: Props) {
  useEffect(() => (open ? holdPage() : undefined), [open])

  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} noBodyStyles>
      <Drawer.Portal>
        {/* vaul's own would add styles that change with every browser, which no policy can know beforehand. */}
        <div className="drawer-backdrop" data-state={open ? 'open' : 'closed'} />
        <Drawer.Content
          className="drawer playlist-drawer"
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusCurrent(event.currentTarget as HTMLElement)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.focus()
          }}
        >
          <Drawer.Handle className="drawer-handle" />
          <Drawer.Title className="sr-only">All videos</Drawer.Title>
          <Lent list={list} />
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

function Lent({ list }: { list: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const lent = [...list.children]
    place.current?.append(...lent)
    return () => {
      list.append(...lent)
    }
  }, [list])
  return <div ref={place} className="playlist-lent" />
}

/** The row of the video that is shown, not the search box: that would raise a phone's keyboard. */
function focusCurrent(drawer: HTMLElement): void {
  const row = drawer.querySelector<HTMLElement>('[data-row][aria-current]')
  const target = row?.checkVisibility() ? row : drawer
  target.focus({ preventScroll: true })
  if (row) keepInSight(drawer.querySelector<HTMLElement>('[data-scroll]'), row)
}
