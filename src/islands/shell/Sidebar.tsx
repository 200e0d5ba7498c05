import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import { type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react'
import { type Navigation, type Group, pagesOf } from '#src/shared/navigation.ts'
import { BareButton, CloseButton } from '#src/ui/Button.tsx'
import { ForGroups } from '#src/ui/ForGroups.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { focusUnlessMoved } from '#src/ui/useRestoreFocus.ts'
import { Channels } from './Channels.tsx'
import { MemberButton } from './MemberMenu.tsx'
import { type ActivePage, NavGroup } from './NavGroup.tsx'
import { SearchButton } from './SearchButton.tsx'
import { $sidebar, toggleSidebar } from './sidebar-state.ts'
import { NAVIGATION_ID } from '#src/lib/dialogs.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'

export function Sidebar({ navigation, activePage, home, social }: SidebarProps) {
  const isCollapsed = useStore($sidebar, { ssr: () => 'expanded' as const }) === 'collapsed'
  const sheet = useSheet()
  const tooltips = useTooltips()
  return (
    <section
      id={NAVIGATION_ID}
      // Beside the page on a large screen, where it never opens.
      popover="auto"
      aria-label="Sidebar"
      // Without it, the scrollable sidebar is a tab stop of its own in Safari and Firefox.
      tabIndex={-1}
      className="h-dvh max-h-none flex-col text-ink backdrop:bg-backdrop max-lg:inset-y-0 max-lg:left-0 max-lg:w-72 max-lg:max-w-[calc(100vw-2rem)] max-lg:animate-slide-in max-lg:border-r max-lg:border-transparent max-lg:bg-paper max-lg:shadow-float max-lg:open:flex lg:sticky lg:inset-auto lg:top-0 lg:z-20 lg:col-start-1 lg:row-start-1 lg:flex lg:w-auto lg:max-w-none lg:overflow-hidden lg:border-r lg:border-line lg:bg-transparent lg:-outline-offset-2 print:hidden"
      {...sheet}
      {...tooltips}
    >
      <div className="flex items-center justify-between px-4 pt-3 pb-2 collapsed:flex-col collapsed:gap-1.5 collapsed:px-0">
        {home}
        <BareButton
          data-tip="Toggle sidebar"
          aria-controls={NAVIGATION_ID}
          aria-expanded={!isCollapsed}
          aria-keyshortcuts="Control+B Meta+B"
          className="icon-button -mr-1.5 size-9 max-lg:hidden collapsed:m-0"
          onClick={toggleSidebar}
        >
          <Icon icon={icons.PanelLeft} />
          <span className="sr-only">Toggle sidebar</span>
        </BareButton>
        <CloseButton
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- as the sheet opens, which takes no focus by itself
          autoFocus
          popoverTarget={NAVIGATION_ID}
          popoverTargetAction="hide"
          className="-mr-2 lg:hidden"
        >
          Close menu
        </CloseButton>
      </div>
      <div className="px-2 pb-2 collapsed:px-1">
        <SearchButton />
      </div>
      <MainNavigation navigation={navigation} activePage={activePage} isCollapsed={isCollapsed} />
      <div className="hidden h-(--bar-height) shrink-0 items-center border-t border-line px-1.5 lg:flex collapsed:px-1">
        <MemberButton />
      </div>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-1 border-t border-line px-3 text-xs text-ink-soft lg:hidden">
        <p className="whitespace-nowrap">{navigation.copyright}</p>
        {social}
      </div>
    </section>
  )
}

function MainNavigation({ navigation, activePage, isCollapsed }: MainNavigationProps) {
  const { programme, groups, channels } = navigation
  const openGroups = useOpenGroups(groups, activePage.path)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => scrollToCurrentEntry(nav.current), [])
  return (
    <nav
      ref={nav}
      aria-label="Main"
      className="min-h-0 flex-1 [scrollbar-width:thin] overflow-x-clip overflow-y-auto overscroll-contain px-2 pb-4 collapsed:px-[5px]"
    >
      <div className="flex min-h-9 items-center justify-between gap-1 pr-1 pl-3 collapsed:hidden">
        <p className="truncate text-xs font-semibold text-ink-soft">{programme}</p>
        <BareButton
          className="min-h-11 min-w-18 shrink-0 rounded-control px-2 text-right text-xs font-medium whitespace-nowrap text-ink-soft hover:bg-ink-wash hover:text-ink lg:min-h-7"
          onClick={openGroups.openOrCloseAll}
        >
          {openGroups.isAllOpen ? 'Close All' : 'Open All'}
        </BareButton>
      </div>
      <ul className="grid grid-cols-1 gap-px">
        {groups.map((group) => (
          <ForGroups key={group.href} audience={group.audience}>
            <NavGroup
              group={group}
              activePage={activePage}
              isOpen={openGroups.isOpen(group)}
              onToggle={(isOpen) => openGroups.toggle(group, isOpen)}
              isFlyout={isCollapsed}
            />
          </ForGroups>
        ))}
      </ul>
      <Channels links={channels} />
    </nav>
  )
}

// CSS has scroll-initial-target, which also scrolls to an entry that is in view.
function scrollToCurrentEntry(element: HTMLElement | null): void {
  element?.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
}

interface MainNavigationProps {
  navigation: Navigation
  activePage: ActivePage
  isCollapsed: boolean
}

interface SidebarProps {
  navigation: Navigation
  activePage: ActivePage
  home: ReactNode
  social: ReactNode
}

// Makes the popover modal.
function useSheet() {
  const sheet = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The browser may have opened it before hydration.
  useEffect(() => setOpen(sheet.current?.matches(':popover-open') ?? false), [])
  useEffect(() => {
    if (!isOpen) return
    setPageInert(true)
    scrollToCurrentEntry(sheet.current)
  }, [isOpen])
  return {
    ref: sheet,
    role: isOpen ? 'dialog' : undefined,
    'aria-modal': isOpen || undefined,
    onToggle: ({ target, currentTarget, newState }: ToggleEvent) => {
      // React bubbles the `toggle` of the groups.
      if (target !== currentTarget) return
      setOpen(newState === 'open')
      // The browser returns the focus from inside only.
      if (newState === 'closed') focusUnlessMoved(document.querySelector(`[popovertarget=${NAVIGATION_ID}]`))
    },
    // Before the focus returns to the page.
    onBeforeToggle: ({ newState }: ToggleEvent) => newState === 'closed' && setPageInert(false),
  }
}

function setPageInert(isInert: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>('header, main, footer'))
    element.inert = isInert
}

// Escape closes the tooltips and flyouts of the collapsed sidebar, which CSS shows (shell.css), until the pointer leaves it or the
// focus moves on.
function useTooltips() {
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    // The focus may be elsewhere while the pointer is on an icon.
    const dismiss = ({ key }: KeyboardEvent) => key === 'Escape' && setDismissed(true)
    addEventListener('keydown', dismiss)
    return () => removeEventListener('keydown', dismiss)
  }, [])
  return {
    'data-tips': isDismissed ? 'dismissed' : undefined,
    onPointerLeave: () => setDismissed(false),
    onFocus: () => setDismissed(false),
    onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setDismissed(false)
    },
  }
}

const STORAGE_KEY = 'open-groups'

/** At first the group of the current page is open, and those that the member has opened on this visit. */
function useOpenGroups(groups: readonly Group[], currentPath: string) {
  const [openPaths, setOpenPaths] = useState(() =>
    groups.filter((group) => pagesOf(group).some(({ href }) => href === currentPath)).map(({ href }) => href),
  )
  useEffect(() => {
    const stored = readStored(STORAGE_KEY, 'sessionStorage') as string[] | null
    if (stored) setOpenPaths((paths) => [...new Set([...paths, ...stored])])
  }, [])
  const changeOpenPaths = (next: string[]) => {
    setOpenPaths(next)
    writeStored(STORAGE_KEY, next, 'sessionStorage')
  }
  const isAllOpen = groups.every(({ href }) => openPaths.includes(href))
  return {
    isAllOpen,
    isOpen: ({ href }: Group) => openPaths.includes(href),
    toggle: ({ href }: Group, isOpen: boolean) => {
      if (openPaths.includes(href) !== isOpen)
        changeOpenPaths(isOpen ? [...openPaths, href] : openPaths.filter((other) => other !== href))
    },
    openOrCloseAll: () => changeOpenPaths(isAllOpen ? [] : groups.map(({ href }) => href)),
  }
}
