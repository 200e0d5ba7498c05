import type { Entry } from '#src/shared/search.ts'
import type { AccountSection } from '../../lib/dialogs.ts'
import { openAccount } from '../../lib/open-account.ts'
import { signOut } from '../account/sign-out.ts'
import { chooseTheme, themes } from '../../lib/theme.ts'

/** What the search offers: somewhere to go, or a command. */
export interface Offer extends Entry {
  run?: () => void
  /** Of a line in a transcript, when it is said. */
  seconds?: number
}

const commands: readonly Offer[] = [
  accountCommand('Account settings', 'profile, name, picture, photo', 'profile'),
  accountCommand('Change your password', 'security', 'security'),
  accountCommand('Change your email address', 'profile, mail', 'profile'),
  accountCommand('Choose which emails you get', 'reminders, weekly, mail, deadlines, unsubscribe', 'emails'),
  accountCommand('See where you’re signed in', 'sessions, devices, browsers, security', 'security'),
  accountCommand('Subscribe to the programme calendar', 'feed, webcal, events', 'calendar'),
  accountCommand('Show calendars in my time', 'time zone, clock, programme time', 'calendar'),
  accountCommand('Download or delete your data', 'my data, export, privacy, close account', 'data'),
  ...themes.map(({ name, label, also }) => command(`Theme: ${label}`, also, () => chooseTheme(name))),
  command('Sign out', 'log out, leave', () => void signOut()),
]

/** The commands, and what the member's menu leads to: no script names the administrators' page. */
export function ownOffers(isOpen: boolean): readonly Offer[] {
  if (!isOpen) return commands
  const items = [...document.querySelectorAll<HTMLElement>('#member-menu [data-also]')]
  return [
    ...commands,
    ...items.map((item): Offer => {
      const { textContent, dataset } = item
      const page = item.matches('[href^="/"]') ? item.getAttribute('href') : null
      const leads = page === null ? { href: '', run: () => item.click() } : { href: page }
      return { group: 'Account', title: textContent.trim(), also: dataset.also, ...leads }
    }),
  ]
}

function accountCommand(title: string, also: string, section: AccountSection): Offer {
  return command(title, also, () => openAccount(section))
}

function command(title: string, also: string, run: () => void): Offer {
  return { group: 'Account', title, also, href: '', run }
}
