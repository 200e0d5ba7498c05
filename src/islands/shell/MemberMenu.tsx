import { useStore } from '@nanostores/react'
import * as icons from 'lucide'
import { useState } from 'react'
import { MEMBER_MENU_ID, openDialog } from '#src/lib/dialogs.ts'
import { $theme, themes } from '#src/lib/theme.ts'
import { ViewerAvatar, ViewerText } from '#src/ui/Avatar.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { signOut } from '#src/islands/account/sign-out.ts'
import type { MemberLink } from './member-links.ts'
import { BareButton } from '#src/ui/Button.tsx'

export function MemberMenu({ links }: { links: readonly MemberLink[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      id={MEMBER_MENU_ID}
      popover="auto"
      role="dialog"
      aria-label="Your account"
      className="fixed inset-auto top-12 right-3 m-0 w-64 rounded-card border border-line bg-surface p-1.5 text-ink shadow-float lg:top-auto lg:right-auto lg:bottom-[49px] lg:left-1.5 lg:w-60 collapsed:bottom-2 collapsed:left-14"
      onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
    >
      {isOpen && <MenuItems links={links} />}
    </div>
  )
}

export function MemberButton() {
  return (
    <BareButton
      data-tip="Your account"
      popoverTarget={MEMBER_MENU_ID}
      className="flex w-full items-center gap-2.5 rounded-control px-1.5 py-0.5 text-left hover:bg-ink-wash collapsed:justify-center collapsed:px-0"
    >
      <ViewerAvatar />
      <span className="grid min-w-0 flex-1 leading-tight collapsed:sr-only">
        <span className="sr-only">Your account:</span>
        <NameAndEmail />
      </span>
      <Icon icon={icons.ChevronsUpDown} className="size-4 text-ink-soft collapsed:hidden" />
    </BareButton>
  )
}

function MenuItems({ links }: { links: readonly MemberLink[] }) {
  return (
    <>
      <div className="flex items-center gap-3 px-2 pt-2 pb-3">
        <ViewerAvatar />
        <p className="grid min-w-0 leading-tight">
          <NameAndEmail />
        </p>
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        className="menu-item"
        onClick={() => openDialog({ name: 'account', section: 'profile' })}
      >
        <Icon icon={icons.Settings} />
        Account settings
      </button>
      {links.map(({ title, href, icon }) => (
        <a key={title} href={href} className="menu-item">
          <Icon icon={icon} />
          {title}
        </a>
      ))}
      <ThemeChoice />
      <button type="button" className="menu-item whitespace-nowrap" onClick={() => void signOut()}>
        <Icon icon={icons.LogOut} />
        Sign out on all devices
      </button>
    </>
  )
}

function ThemeChoice() {
  const theme = useStore($theme)
  return (
    <div
      role="group"
      aria-label="Theme"
      className="my-1 grid grid-cols-3 gap-0.5 rounded-control border border-line p-0.5"
    >
      {themes.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === theme}
          className="min-h-11 rounded-lg text-xs font-medium text-ink-soft hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent-deep lg:min-h-8 forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:-outline-offset-4"
          onClick={() => $theme.set(name)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function NameAndEmail() {
  return (
    <>
      <span className="truncate text-sm font-medium">
        <ViewerText is="name" />
      </span>
      <span className="truncate text-xs text-ink-soft">
        <ViewerText is="email" />
      </span>
    </>
  )
}
