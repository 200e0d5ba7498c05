import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import * as icons from '#src/shared/icons.ts'
import { PALETTE_ID } from '../palette/open-palette.ts'
import { Icon } from '../ui/Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

/** docs/product.md, Navigation. */
const COOKIE_LIFETIME_S = 604_800

/** Collapses the sidebar to its icons. `sidebar-before-paint.js` reads the cookie on the next page. */
export function CollapseButton({ sidebar }: { sidebar: string }) {
  const [isCollapsed, setCollapsed] = useState(false)
  useLayoutEffect(() => setCollapsed(document.documentElement.dataset.sidebar === 'collapsed'), [])
  const toggle = () => {
    const { dataset } = document.documentElement
    const state = dataset.sidebar === 'collapsed' ? 'expanded' : 'collapsed'
    dataset.sidebar = state
    document.cookie = `__Host-sidebar=${state}; Max-Age=${COOKIE_LIFETIME_S}; Path=/; Secure; SameSite=Lax`
    setCollapsed(state === 'collapsed')
  }
  return (
    <Tooltip text="Toggle sidebar" className="">
      <button
        type="button"
        aria-controls={sidebar}
        aria-expanded={!isCollapsed}
        aria-keyshortcuts="Control+B Meta+B"
        className="needs-script -mr-1.5 icon-button size-9 max-lg:hidden collapsed:m-0"
        onClick={toggle}
      >
        <Icon drawing={icons.panelLeft} />
        <span className="sr-only">Toggle sidebar</span>
      </button>
    </Tooltip>
  )
}

/** Looks like the field that it opens. */
export function SearchButton() {
  const [shortcut, setShortcut] = useState('Ctrl K')
  useEffect(() => {
    if (/Mac|iP(?:hone|ad)/.test(navigator.userAgent)) setShortcut('⌘ K')
  }, [])
  return (
    <Tooltip text="Search everything">
      <button
        type="button"
        commandfor={PALETTE_ID}
        command="show-modal"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="needs-script flex h-11 w-full items-center gap-2.5 rounded-control border border-line px-3 text-left text-sm text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink lg:h-9 collapsed:justify-center collapsed:border-transparent collapsed:px-0"
      >
        <Icon drawing={icons.search} className="size-4" />
        <span className="flex-1 collapsed:sr-only">Search</span>
        <kbd aria-hidden="true" className="font-sans text-xs max-lg:hidden collapsed:hidden">
          {shortcut}
        </kbd>
      </button>
    </Tooltip>
  )
}

export function CloseButton({ dialog, children }: { dialog: string; children: ReactNode }) {
  return (
    <button type="button" commandfor={dialog} command="close" className="-mr-2 icon-button lg:hidden">
      <Icon drawing={icons.x} className="size-5" />
      <span className="sr-only">{children}</span>
    </button>
  )
}
