import * as icons from 'lucide'
import { CloseButton } from '../ui/CloseButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Channels } from './ExternalLinks.tsx'
import { type Navigation, pagesOf } from './navigation.ts'
import { PageEntry } from './NavGroup.tsx'

/** A drawer on small screens: this group's pages, all groups, the channels. */
export function QuickMenu({ navigation, path }: { navigation: Navigation; path: string }) {
  const { groups, channels } = navigation
  const here = groups.find((group) => pagesOf(group).some(({ href }) => href === path))
  const tiles = [{ href: '/', label: 'Home', icon: icons.House }, ...groups]
  return (
    <dialog id="quick-menu" aria-label="Quick menu" className="drawer">
      <div className="p-4">
        <div className="mb-3 flex gap-2">
          <SearchButton />
          <CloseButton commandfor="quick-menu">Close quick menu</CloseButton>
        </div>
        {here && (
          <nav aria-label={`${here.label} pages`} className="mb-4 border-b border-line pb-3">
            <ul className="grid grid-cols-1 gap-px">
              {pagesOf(here).map((page) => (
                <PageEntry key={page.href} {...page} current={page.href === path ? 'page' : undefined} />
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label="Programme">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1">
            {tiles.map(({ href, label, icon }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={href === (here?.href ?? path) ? 'true' : undefined}
                  className="grid min-h-16 place-content-center place-items-center gap-1.5 rounded-control px-1 py-2 text-center text-xs font-medium text-ink-soft hover:bg-ink-wash aria-[current]:bg-lagoon-wash aria-[current]:text-lagoon-deep"
                >
                  <Icon drawing={icon} className="size-5" />
                  <span className="max-w-full truncate">{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Channels id="quick-channels" links={channels} />
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
      className="flex h-11 w-full items-center gap-2.5 rounded-control border border-line px-3 text-left text-sm text-ink-soft hover:bg-ink-wash hover:text-ink lg:h-9 noscript:hidden collapsed:justify-center collapsed:border-transparent collapsed:px-0"
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
