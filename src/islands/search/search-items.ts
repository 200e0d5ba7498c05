import type { SearchEntry } from '#src/shared/search.ts'
import { type AccountSection, openDialog } from '#src/lib/dialogs.ts'
import { signOut } from '#src/islands/account/sign-out.ts'
import { $theme, themes } from '#src/lib/theme.ts'
import { isUnspaced } from '#src/shared/search-text.ts'

export interface SearchItem extends SearchEntry {
  run?: () => void
  seconds?: number
}

export function itemKey({ href, title }: SearchItem): string {
  return `${href} ${title}`
}

/** Of another site or app, which opens in a new tab. */
export function isExternal({ href }: SearchItem): boolean {
  return href !== '' && !/^[/?]/.test(href)
}

export type AccountLink = Pick<SearchEntry, 'title' | 'also' | 'href'>

const commands: readonly SearchItem[] = [
  accountCommand('Account settings', 'profile, name, picture, photo', 'profile'),
  accountCommand('Change your password', 'security', 'security'),
  accountCommand('Change your email address', 'profile, mail', 'profile'),
  accountCommand('Choose which emails you get', 'reminders, weekly, mail, deadlines, unsubscribe', 'emails'),
  accountCommand('See where you’re signed in', 'sessions, devices, browsers, security', 'security'),
  accountCommand('Subscribe to the programme calendar', 'feed, webcal, events', 'calendar'),
  accountCommand('Show calendars in my time', 'time zone, clock, programme time', 'calendar'),
  accountCommand('Download or delete your data', 'my data, export, privacy, close account', 'data'),
  ...themes.map(({ name, label, also }) => command(`Theme: ${label}`, also, () => $theme.set(name))),
  command('Sign out on all devices', 'log out, logout, leave', () => void signOut()),
]

export function accountItems(links: readonly AccountLink[]): SearchItem[] {
  return [
    ...commands,
    ...links.map(({ title, also, href }): SearchItem => ({ group: 'Account', title, also, href })),
  ]
}

function accountCommand(title: string, also: string, section: AccountSection): SearchItem {
  return command(title, also, () => openDialog({ name: 'account', section }))
}

function command(title: string, also: string, run: () => void): SearchItem {
  return { group: 'Account', title, also, href: '', run }
}

/** A shorter query would match nearly every line, but in some scripts a character is a word. */
export function searchesTranscripts(query: string): boolean {
  return query.length >= 3 || isUnspaced(query)
}
