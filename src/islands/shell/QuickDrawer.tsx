import { type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import * as icons from '#src/shared/icons.ts'
import { BEFORE_NAME, NewDot } from '../news/NewDot.tsx'
import { PALETTE_ID } from '../palette/open-palette.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { holdPage } from '../ui/hold-page.ts'
import { Icon } from '../ui/Icon.tsx'
import { ExternalLinks } from './ExternalLinks.tsx'
import { groupOf, type Navigation, pagesOf } from './navigation.ts'
import { onLargeScreen } from './screen.ts'
import { SearchButton } from './SearchButton.tsx'

/** The pages beside this one, each part of the programme within one press, the channels. */
export function QuickDrawer({ navigation, path, open, onOpenChange, opener }: Props) {
  const { groups, channels } = navigation
  const here = groupOf(groups, path)

  useEffect(() => onLargeScreen(() => onOpenChange(false)), [onOpenChange])
  useEffect(() => (open ? holdPage() : undefined), [open])

  const search = () => {
    // Its own dialog goes first: what lies behind that is out of reach.
    flushSync(() => onOpenChange(false))
    document
      .getElementById(PALETTE_ID)
      ?.addEventListener('close', () => opener.current?.focus(), { once: true })
  }

  return (
    <Drawer title="Quick menu" open={open} onOpenChange={onOpenChange} opener={opener}>
      <div className="mb-3">
        <SearchButton onPress={search} />
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
      <ExternalLinks heading="Channels" links={channels} />
    </Drawer>
  )
}

interface Props {
  navigation: Navigation
  path: string
  open: boolean
  onOpenChange: (open: boolean) => void
  opener: RefObject<HTMLElement | null>
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
  /** The page this stands on is the tile's own, or one below it. */
  isHere: boolean
}
