import * as icons from 'lucide'
import type { ComponentProps } from 'react'
import { contentIcons } from '#src/shared/content-icons.ts'
import { type Navigation, pagesOf } from '#src/shared/navigation.ts'
import { closeDialog } from '#src/lib/dialogs.ts'
import { CloseButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Channels } from './Channels.tsx'
import { type ActivePage, NavLink } from './NavGroup.tsx'
import { SearchButton } from './SearchButton.tsx'

export function QuickMenu({ navigation, activePage }: { navigation: Navigation; activePage: ActivePage }) {
  const close = () => closeDialog('quick-menu')
  const { groups, channels } = navigation
  const currentGroup = groups.find((group) => pagesOf(group).some(({ href }) => href === activePage.path))
  return (
    <Dialog
      aria-label="Quick menu"
      className="inset-x-0 top-auto bottom-0 mx-auto mb-0 max-h-[85dvh] w-full max-w-lg animate-slide-up overscroll-contain rounded-t-card border-t border-transparent bg-surface text-ink shadow-float backdrop:bg-backdrop"
      onClose={close}
    >
      <div className="p-4">
        <div className="mb-3 flex gap-2">
          <SearchButton />
          <CloseButton onClick={close}>Close quick menu</CloseButton>
        </div>
        {currentGroup && (
          <nav aria-label={`${currentGroup.label} pages`} className="mb-4 border-b border-line pb-3">
            <ul className="grid grid-cols-1 gap-px">
              {pagesOf(currentGroup).map(({ label, href }) => (
                <li key={href}>
                  <NavLink href={href} activePage={activePage}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label="Programme">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1">
            <Tile label="Home" href="/" icon={icons.House} isCurrent={activePage.path === '/'} />
            {groups.map((group) => (
              <Tile
                key={group.href}
                label={group.label}
                href={group.href}
                icon={contentIcons[group.icon]}
                isCurrent={group === currentGroup}
              />
            ))}
          </ul>
        </nav>
        <Channels links={channels} />
      </div>
    </Dialog>
  )
}

function Tile({ label, href, icon, isCurrent }: TileProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={isCurrent ? 'true' : undefined}
        className="grid min-h-16 place-content-center place-items-center gap-1.5 rounded-control px-1 py-2 text-center text-xs font-medium text-ink-soft hover:bg-ink-wash hover:text-ink aria-[current]:bg-accent-wash aria-[current]:text-accent-deep"
      >
        <Icon icon={icon} className="size-5" />
        <span className="max-w-full truncate">{label}</span>
      </a>
    </li>
  )
}

interface TileProps {
  label: string
  href: string
  icon: ComponentProps<typeof Icon>['icon']
  isCurrent: boolean
}
