import * as icons from 'lucide'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type SidebarContent, pagesOf } from './navigation.ts'

/** A drawer on small screens: this group's pages, all groups, the channels. app-shell.ts fills it as it opens. */
export function QuickMenu({ navigation, path }: { navigation: SidebarContent; path: string }) {
  const here = navigation.groups.find((group) => pagesOf(group).some(({ href }) => href === path))
  return (
    <dialog id="quick-menu" aria-label="Quick menu" className="drawer">
      <div className="p-4">
        <div className="mb-3 flex gap-2">
          <SearchButton />
          <CloseButton commandfor="quick-menu">Close quick menu</CloseButton>
        </div>
        {here && (
          <nav aria-label={`${here.label} pages`} className="mb-4 border-b border-line pb-3">
            <ul data-pages className="grid grid-cols-1 gap-px [&_svg]:hidden" />
          </nav>
        )}
        <nav aria-label="Programme">
          <ul className="quick-tiles grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1">
            <li>
              <a href="/" aria-current={path === '/' ? 'true' : undefined} className="nav-entry">
                <Icon drawing={icons.House} />
                <span>Home</span>
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </dialog>
  )
}

/** Looks like the search field that it opens. */
export function SearchButton() {
  return (
    <button
      type="button"
      data-tip="Search everything"
      commandfor="palette"
      command="show-modal"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-11 w-full items-center gap-2.5 rounded-control border border-line px-3 text-left text-sm text-ink-soft hover:bg-ink-wash hover:text-ink lg:h-9 collapsed:justify-center collapsed:border-transparent collapsed:px-0"
    >
      <Icon drawing={icons.Search} className="size-4" />
      <span className="flex-1 collapsed:sr-only">Search</span>
      <kbd
        aria-hidden="true"
        className="min-w-5 rounded-[5px] border border-line text-center font-sans text-xs max-lg:hidden collapsed:hidden"
      >
        /
      </kbd>
    </button>
  )
}
