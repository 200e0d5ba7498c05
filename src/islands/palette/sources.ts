import { pathOf } from '#src/shared/notes/markdown.ts'
import type { Entry } from '#src/shared/search.ts'
import { openAccount, type Section } from '../account/open-account.ts'
import { notesDisk } from '../stores/notes-disk.ts'
import { writtenNotes } from '../stores/notes.ts'
import { readViewer } from '../read-viewer.ts'
import { signOut } from '../sign-out.ts'
import { chooseTheme, themes } from '../ui/theme.ts'

/** What is found by its name: somewhere to go, or something to do here. */
export interface Offer extends Entry {
  run?: () => void
  /** When it is said, of a line in a video. */
  seconds?: number
}

/** What the member wrote, as far as this browser has it. */
export async function ownNotes(): Promise<Offer[]> {
  const records = await notesDisk(readViewer().email).read()
  return writtenNotes(records).map((note) => {
    const { text, title: context } = note
    const [title = ''] = text.split('\n')
    return { group: 'Notes', title, text, context, also: '', href: pathOf(note) }
  })
}

/** What can be done from here. */
export const commands: readonly Offer[] = [
  accountCommand('Account settings', 'profile, name, picture, photo', 'profile'),
  accountCommand('Change your password', 'security', 'security'),
  accountCommand('Change your email address', 'profile, mail', 'profile'),
  accountCommand('Where you are signed in', 'sessions, devices, browsers, security', 'security'),
  accountCommand('The programme in your own calendar', 'subscribe, feed, webcal, events', 'calendar'),
  accountCommand('Download or delete your data', 'my data, export, privacy, close account', 'data'),
  ...themes.map(({ name, label }) =>
    command(`Theme: ${label}`, 'light, dark, appearance', () => chooseTheme(name)),
  ),
  command('Sign out', 'log out, leave', () => void signOut()),
]

function accountCommand(title: string, also: string, section: Section): Offer {
  return command(title, also, () => openAccount(section))
}

function command(title: string, also: string, run: () => void): Offer {
  return { group: 'Account', title, text: '', context: '', also, href: '', run }
}
