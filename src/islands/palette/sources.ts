import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { pathOf } from '#src/shared/notes/words.ts'
import type { Entry } from '#src/shared/search.ts'
import { openAccount } from '../account/open-account.ts'
import type { LocalNote } from '../notes/notes.ts'
import { readViewer } from '../read-viewer.ts'
import { signOut } from '../sign-out.ts'
import { chooseTheme, themes } from '../ui/theme.ts'

/** What is found by its name: somewhere to go, or something to do here. */
export interface Offer extends Entry {
  run?: () => void
}

/** What the member wrote, as far as this browser has it. */
export async function ownNotes(): Promise<Offer[]> {
  try {
    const [{ indexedDisk }, { writtenNotes }] = await Promise.all([
      import('../disk.ts'),
      import('../notes/notes.ts'),
    ])
    const disk = indexedDisk<LocalNote>('notes', readViewer().email)
    return writtenNotes(await disk.read()).map((note) => {
      const { text, title: context } = note
      const [title = ''] = text.split('\n')
      return { group: 'Notes', title, text, context, also: '', href: pathOf(note) }
    })
  } catch {
    return []
  }
}

/** What can be done from here, a line each. */
export const commands: readonly Offer[] = [
  command('Account settings', 'profile, name, picture, photo', () => openAccount('profile')),
  command('Change your password', 'security', () => openAccount('security')),
  command('Change your email address', 'security, mail', () => openAccount('security')),
  command('Where you are signed in', 'sessions, devices, browsers, security', () => openAccount('security')),
  command('The programme in your own calendar', 'subscribe, feed, webcal, events', () =>
    openAccount('calendar'),
  ),
  command('Download or delete your data', 'my data, export, privacy, close account', () =>
    openAccount('data'),
  ),
  ...themes.map(({ name, label }) =>
    command(`Theme: ${label}`, 'light, dark, appearance', () => chooseTheme(name)),
  ),
  command('Sign out', 'log out, leave', () => {
    void signOut({ done: noticeText.signed_out, failed: errorText.sign_out_failed })
  }),
]

function command(title: string, also: string, run: () => void): Offer {
  return { group: 'Account', title, text: '', context: '', also, href: '', run }
}
