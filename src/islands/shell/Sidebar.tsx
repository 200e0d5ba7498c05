import * as icons from '#src/shared/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { Tooltip, Tooltips } from '../ui/Tooltip.tsx'
import { Brand } from './Brand.tsx'
import { SearchButton } from './SearchButton.tsx'
import { ExternalLinks, SocialLinks } from './ExternalLinks.tsx'
import { MemberButton, MemberMenu } from './MemberMenu.tsx'
import { groupOf, type Navigation } from './navigation.ts'
import { NavGroup } from './NavGroup.tsx'
import { QuickDrawer } from './QuickDrawer.tsx'
import { isSmallScreen } from './screen.ts'
import { TopBar } from './TopBar.tsx'
import { useCollapsed } from './useCollapsed.ts'
import { useOpenGroups } from './useOpenGroups.ts'
import { useSheet } from './useSheet.ts'

/**
 * What stands around every members' page: the navigation, a column beside the page from 1024 px, which collapses to its
 * icons, and a sheet over it (a popover, which needs no script) below; there the top bar with the quick drawer; the
 * member's menu.
 */
export default function Sidebar({ navigation, path, isBelow, title }: Props) {
  const { brand, programme, copyright, groups, channels, social } = navigation
  const sheetRef = useRef<HTMLDivElement>(null)
  const navRef = useRef<HTMLElement>(null)
  const [collapsed, setCollapsed] = useCollapsed()
  const sheet = useSheet(sheetRef)
  const openGroups = useOpenGroups(
    groups.map(({ href }) => href),
    groupOf(groups, path)?.href ?? null,
    navRef,
  )
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const quickButton = useRef<HTMLButtonElement>(null)
  const toggle = () => (isSmallScreen() ? sheet.toggle() : setCollapsed(!collapsed))

  const [isAwake, setAwake] = useState(false)

  useEffect(() => setAwake(true), [])

  return (
    <Tooltips>
      <div
        id="navigation"
        ref={sheetRef}
        popover="auto"
        aria-label="Sidebar"
        className="sheet flex-col"
        {...sheet.props}
      >
        <div className="flex items-center justify-between px-4 pt-3 pb-2 collapsed:flex-col collapsed:gap-1.5 collapsed:px-0">
          <Tooltip text="Home" disabled={!collapsed}>
            <a
              href="/"
              aria-current={path === '/' ? 'page' : undefined}
              aria-label={`${brand}, home`}
              className="-m-1 flex rounded-control p-1 collapsed:m-0 collapsed:size-9 collapsed:justify-center collapsed:[&_span]:w-6 collapsed:[&_span]:overflow-hidden"
            >
              <Brand name={brand} />
            </a>
          </Tooltip>
          <Tooltip text="Toggle sidebar">
            <button
              type="button"
              aria-controls="navigation"
              aria-expanded={!collapsed}
              aria-keyshortcuts="Control+B Meta+B"
              className="needs-script -mr-1.5 icon-button size-9 max-lg:hidden collapsed:m-0"
              onClick={toggle}
            >
              <Icon drawing={icons.panelLeft} />
              <span className="sr-only">Toggle sidebar</span>
            </button>
          </Tooltip>
          <button
            type="button"
            popoverTarget="navigation"
            popoverTargetAction="hide"
            className="-mr-2 icon-button lg:hidden"
          >
            <Icon drawing={icons.x} className="size-5" />
            <span className="sr-only">Close menu</span>
          </button>
        </div>
        <div className="px-2 pb-2 collapsed:px-1">
          <SearchButton collapsed={collapsed} />
        </div>
        <nav
          ref={navRef}
          aria-label="Main"
          data-live={isAwake || undefined}
          className="group/nav min-h-0 flex-1 [scrollbar-width:thin] overflow-x-clip overflow-y-auto overscroll-contain px-2 pb-4 collapsed:px-[5px]"
        >
          <div className="flex min-h-9 items-center justify-between gap-3 pr-1 pl-3 collapsed:hidden">
            <p className="truncate text-xs font-semibold text-ink-soft">{programme}</p>
            <button
              type="button"
              className="needs-script grid min-h-11 items-center justify-items-end rounded-control px-2 text-xs font-medium text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink lg:min-h-7"
              onClick={openGroups.areAllOpen ? openGroups.closeAll : openGroups.openAll}
            >
              {/* Right before this is awake, too: what the member opened stands open by then. */}
              <span className="[grid-area:1/1] group-not-has-[details:not([open])]/nav:invisible">
                Open All
              </span>
              <span className="[grid-area:1/1] group-has-[details:not([open])]/nav:invisible">Close All</span>
            </button>
          </div>
          <ul className="grid gap-px">
            {groups.map((group) => (
              <NavGroup
                key={group.href}
                group={group}
                path={path}
                isBelow={isBelow}
                isOpen={openGroups.open.includes(group.href)}
                onToggle={() => openGroups.toggle(group.href)}
                collapsed={collapsed}
              />
            ))}
          </ul>
          <ExternalLinks heading="Channels" links={channels} collapsed={collapsed} />
        </nav>
        <div className="hidden h-[45px] shrink-0 items-center border-t border-line px-1.5 lg:flex collapsed:px-1">
          <MemberButton collapsed={collapsed} />
        </div>
        <div className="flex min-h-14 items-center justify-between gap-1 border-t border-line pr-3 pl-4 text-xs text-ink-soft lg:hidden">
          <p className="whitespace-nowrap">{copyright}</p>
          <SocialLinks links={social} />
        </div>
      </div>
      <TopBar
        title={title}
        quickButton={quickButton}
        isDrawerOpen={isDrawerOpen}
        onQuickMenu={() => setDrawerOpen(true)}
      />
      <QuickDrawer
        navigation={navigation}
        path={path}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        opener={quickButton}
      />
      <MemberMenu />
    </Tooltips>
  )
}

interface Props {
  navigation: Navigation
  /** This page's, as the navigation names it. */
  path: string
  /** This page has no place of its own: the one at `path` leads to it. */
  isBelow: boolean
  title: string
}
