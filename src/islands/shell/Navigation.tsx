import * as icons from 'lucide'
import { Icon } from '../../ui/Icon.tsx'
import { MemberPicture } from '../../ui/viewer.tsx'
import { Channels, SocialLinks } from './ExternalLinks.tsx'
import { MemberButton } from './MemberMenu.tsx'
import type { SidebarContent } from './navigation.ts'
import { NavGroup } from './NavGroup.tsx'
import { SearchButton } from './QuickMenu.tsx'

/** What is in the sidebar: the search, the pages, the channels, the member. It is HTML that Sidebar.tsx contains. */
export function Navigation({ navigation, path, isBelow }: Props) {
  const { programme, copyright, groups, channels, social } = navigation
  return (
    <>
      <div className="px-2 pb-2 collapsed:px-1">
        <SearchButton />
      </div>
      <nav
        aria-label="Main"
        className="group/nav min-h-0 flex-1 [scrollbar-width:thin] overflow-x-clip overflow-y-auto overscroll-contain px-2 pb-4 collapsed:px-[5px]"
      >
        <div className="flex min-h-9 items-center justify-between gap-3 pr-1 pl-3 collapsed:hidden">
          <p className="truncate text-xs font-semibold text-ink-soft">{programme}</p>
          <button
            type="button"
            data-open-all
            className="grid min-h-11 shrink-0 items-center justify-items-end rounded-control px-2 text-xs font-medium whitespace-nowrap text-ink-soft hover:bg-ink-wash hover:text-ink lg:min-h-7"
          >
            <span className="[grid-area:1/1] group-not-has-[details:not([open])]/nav:invisible">
              Open All
            </span>
            <span className="[grid-area:1/1] group-has-[details:not([open])]/nav:invisible">Close All</span>
          </button>
        </div>
        <ul className="grid grid-cols-1 gap-px">
          {groups.map((group) => (
            <NavGroup key={group.href} group={group} path={path} isBelow={isBelow} />
          ))}
        </ul>
        <Channels links={channels} />
      </nav>
      <div className="hidden h-[45px] shrink-0 items-center border-t border-line px-1.5 lg:flex collapsed:px-1">
        <MemberButton />
      </div>
      <div className="flex min-h-14 items-center justify-between gap-1 border-t border-line px-3 text-xs text-ink-soft lg:hidden">
        <p className="whitespace-nowrap">{copyright}</p>
        <SocialLinks links={social} />
      </div>
    </>
  )
}

interface Props {
  navigation: SidebarContent
  /** This page's path in the navigation. */
  path: string
  /** This page has no entry: the one at `path` leads to it. */
  isBelow: boolean
}

/** On small screens: buttons for the sidebar, the quick menu and the member's menu. */
export function TopBar({ title }: { title: string }) {
  return (
    <header className="fixed inset-x-0 top-0 z-10 flex h-[45px] items-center gap-1 border-b border-line bg-paper/90 px-2 [backdrop-filter:blur(8px)] lg:hidden print:hidden">
      <button type="button" commandfor="navigation" command="show-modal" className="icon-button">
        <Icon drawing={icons.Menu} className="size-5" />
        <span className="sr-only">Open menu</span>
      </button>
      <button
        type="button"
        commandfor="quick-menu"
        command="show-modal"
        aria-haspopup="dialog"
        className="mr-auto flex min-h-11 min-w-0 items-center gap-1 rounded-control px-2 text-sm font-semibold hover:bg-ink-wash"
      >
        <span className="truncate">{title}</span>
        <Icon drawing={icons.ChevronDown} className="size-4 text-ink-soft" />
        <span className="sr-only">: quick menu</span>
      </button>
      <button type="button" popoverTarget="member-menu" className="icon-button">
        <MemberPicture />
        <span className="sr-only">Your account</span>
      </button>
    </header>
  )
}
