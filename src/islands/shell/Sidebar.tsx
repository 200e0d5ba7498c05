import * as icons from 'lucide'
import { type ReactNode, useState } from 'react'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Brand } from './Brand.tsx'

/**
 * The collapsible sidebar: a column from 1024 px, a modal dialog below that. What it contains is HTML (components/shell/
 * Navigation.astro), which works before hydration.
 */
export default function Sidebar({ brand, logo, isHome, children }: Props) {
  // undefined until the button is pressed; sidebar-before-paint.js knows how the last page left it.
  const [isExpanded, setExpanded] = useState<boolean>()
  return (
    <dialog
      id="navigation"
      aria-label="Sidebar"
      // Safari and Firefox would stop at it beside the page.
      tabIndex={-1}
      className="sheet print:hidden"
    >
      <div className="flex items-center justify-between px-4 pt-3 pb-2 collapsed:flex-col collapsed:gap-1.5 collapsed:px-0">
        <a
          href="/"
          data-tip="Home"
          aria-current={isHome ? 'page' : undefined}
          aria-label={`${brand}, home`}
          className="-m-1 flex rounded-control p-1 collapsed:m-0 collapsed:size-9 collapsed:justify-center collapsed:[&_span]:w-6 collapsed:[&_span]:overflow-hidden"
        >
          <Brand name={brand} logo={logo} />
        </a>
        <button
          type="button"
          data-tip="Toggle sidebar"
          aria-controls="navigation"
          aria-expanded={isExpanded}
          aria-keyshortcuts="Control+B Meta+B"
          className="-mr-1.5 icon-button size-9 max-lg:hidden collapsed:m-0"
          // groups-before-paint.ts sets aria-expanded.
          suppressHydrationWarning
          onClick={() => setExpanded(collapseOrExpand())}
        >
          <Icon drawing={icons.PanelLeft} />
          <span className="sr-only">Toggle sidebar</span>
        </button>
        <CloseButton commandfor="navigation" className="-mr-2 lg:hidden">
          Close menu
        </CloseButton>
      </div>
      {children}
    </dialog>
  )
}

interface Props {
  brand: string
  logo: string | undefined
  isHome: boolean
  /** Navigation.astro. */
  children?: ReactNode
}

/** @returns whether the sidebar is expanded now. */
function collapseOrExpand(): boolean {
  const { dataset } = document.documentElement
  dataset.sidebar = dataset.sidebar === 'collapsed' ? 'expanded' : 'collapsed'
  // Seven days: docs/product.md, Navigation.
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}sidebar=${dataset.sidebar}; Max-Age=604800; Path=/${secure}; SameSite=Lax`
  return dataset.sidebar === 'expanded'
}
