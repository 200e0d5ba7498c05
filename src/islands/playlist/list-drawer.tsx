import { useLayoutEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onLargeScreen } from '../shell/screen.ts'
import { FootDrawer, type DrawerState } from '../ui/FootDrawer.tsx'
import { listen } from './events.ts'
import { keepInSight } from './in-sight.ts'

/** Lends the list to a drawer at the foot of a small screen; closing gives it back. */
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

interface Props extends DrawerState {
  /** Its children move; whoever holds on to them need not know where they are. */
  list: HTMLElement
}

function ListDrawer({ list, ...state }: Props) {
  return (
    <FootDrawer title="All videos" className="drawer playlist-drawer" focusFirst={focusCurrent} {...state}>
      <Lent list={list} />
    </FootDrawer>
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
