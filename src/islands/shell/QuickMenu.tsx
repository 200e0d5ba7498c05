import * as icons from '#src/shared/icons.ts'
import { BEFORE_NAME, NewDot } from '../news/NewDot.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CloseButton, SearchButton } from './buttons.tsx'
import { ExternalLinks } from './ExternalLinks.tsx'
import { groupOf, type Navigation, pagesOf } from './navigation.ts'

export const QUICK_MENU_ID = 'quick-menu'

/** At the foot of a small screen: the pages beside this one, each part of the programme, the channels. */
export function QuickMenu({ navigation, path }: { navigation: Navigation; path: string }) {
  const { groups, channels } = navigation
  const here = groupOf(groups, path)
  return (
    <dialog id={QUICK_MENU_ID} aria-label="Quick menu" closedby="any" className="drawer">
      <div className="mb-3 flex gap-2">
        <SearchButton />
        <CloseButton dialog={QUICK_MENU_ID}>Close quick menu</CloseButton>
      </div>
      {here && (
        <nav aria-label={`${here.label} pages`} className="mb-4 border-b border-line pb-3">
          <ul className="grid gap-px">
            {pagesOf(here).map(({ href, label, at }) => (
              <li key={href}>
                <a href={href} aria-current={href === path ? 'page' : undefined} className="nav-entry">
                  <span className="truncate">{label}</span>
                  <NewDot at={at} className={BEFORE_NAME} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <nav aria-label="Programme">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1">
          <Tile href="/" label="Home" icon={icons.house} isHere={path === '/'} />
          {groups.map((group) => (
            <Tile key={group.href} {...group} isHere={group === here} />
          ))}
        </ul>
      </nav>
      <ExternalLinks id="quick-channels" heading="Channels" links={channels} />
    </dialog>
  )
}

function Tile({ href, label, icon, isHere }: TileProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={isHere ? 'true' : undefined}
        className="grid min-h-16 place-content-center place-items-center gap-1.5 rounded-control px-1 py-2 text-center text-xs font-medium text-ink-soft transition-colors hover:bg-ink/5 aria-[current]:bg-lagoon/10 aria-[current]:text-lagoon-deep"
      >
        <Icon drawing={icon} className="size-5" />
        <span className="max-w-full truncate">{label}</span>
      </a>
    </li>
  )
}

interface TileProps {
  href: string
  label: string
  icon: string
  /** This page is the tile's own, or one below it. */
  isHere: boolean
}
