import * as icons from '#src/shared/icons.ts'
import type { RefObject } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { MemberPicture } from '../ui/ViewerMark.tsx'

/** Small screens: everything in the sheet, what is near in the drawer under the page's title, the member's menu. */
export function TopBar({ title, quickButton, isDrawerOpen, onQuickMenu }: Props) {
  return (
    <header
      data-behind
      className="fixed inset-x-0 top-0 z-10 flex h-[45px] items-center gap-1 border-b border-line bg-paper/90 px-2 backdrop-blur-sm lg:hidden"
    >
      <button type="button" popoverTarget="navigation" className="icon-button">
        <Icon drawing={icons.menu} className="size-5" />
        <span className="sr-only">Open menu</span>
      </button>
      {/* Where no script runs it opens the sheet. */}
      <button
        ref={quickButton}
        type="button"
        popoverTarget="navigation"
        data-hold
        aria-haspopup="dialog"
        aria-expanded={isDrawerOpen}
        onClick={(event) => {
          event.preventDefault()
          onQuickMenu()
        }}
        className="mr-auto flex min-h-11 min-w-0 items-center gap-1 rounded-control px-2 text-sm font-semibold transition-colors hover:bg-ink/5"
      >
        <span className="truncate">{title}</span>
        <Icon drawing={icons.chevronDown} className="size-4 text-ink-soft" />
        <span className="sr-only">: quick menu</span>
      </button>
      <button type="button" popoverTarget="member-menu" className="icon-button">
        <MemberPicture />
        <span className="sr-only">Your account</span>
      </button>
    </header>
  )
}

interface Props {
  title: string
  quickButton: RefObject<HTMLButtonElement | null>
  isDrawerOpen: boolean
  onQuickMenu: () => void
}
