import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { pathOf } from '#src/shared/notes/markdown.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { PLACES_PATH, type Place } from '#src/shared/palette.ts'
import { openAccount } from '../account/open-account.ts'
import { fetchFile } from '../fetch-file.ts'
import { hasNotes } from '../notes/stored.ts'
import { readViewer } from '../read-viewer.ts'
import { signOut } from '../sign-out.ts'
import { chooseTheme, themes } from '../ui/theme.ts'
import type { Offer } from './hits.ts'

/** Everything that is found by its name, a line each. Videos have indexes of their own: videos.ts. */
export const sources: readonly Source[] = [() => fetchFile<Place[]>(PLACES_PATH), ownNotes, () => actions]

/** null when it could not be had. */
export type Source = () => readonly Offer[] | Promise<readonly Offer[] | null>

/** What the member wrote, as far as this browser has it. */
async function ownNotes(): Promise<Offer[] | null> {
  if (!hasNotes(readViewer().email)) return []
  try {
    const { notesOfMember } = await import('../notes/open-notes.ts')
    const notes = notesOfMember()
    await notes.load()
    return notes.snapshot().notes.map(noteOffer)
  } catch {
    return null
  }
}

function noteOffer(note: Pick<Note, 'fragment' | 'seconds' | 'title' | 'text'>): Offer {
  const [firstLine = ''] = note.text.split('\n')
  return {
    group: 'Notes',
    title: firstLine,
    text: note.text,
    context: note.title,
    also: '',
    href: pathOf(note),
  }
}

/** What can be done from here, a line each. */
const actions: readonly Offer[] = [
  action('Account settings', 'profile, name, picture, photo', () => openAccount('profile')),
  action('Change your password', 'security', () => openAccount('security')),
  action('Change your email address', 'security, mail', () => openAccount('security')),
  action('Where you are signed in', 'sessions, devices, browsers, security', () => openAccount('security')),
  action('The programme in your own calendar', 'subscribe, feed, webcal, events', () =>
    openAccount('calendar'),
  ),
  action('Download or delete your data', 'my data, export, privacy, close account', () =>
    openAccount('data'),
  ),
  ...themes.map(({ name, label }) =>
    action(`Theme: ${label}`, 'light, dark, appearance', () => chooseTheme(name)),
  ),
  action('Sign out', 'log out, leave', () => {
    void signOut({ done: noticeText.signed_out, failed: errorText.sign_out_failed })
  }),
]

function action(title: string, also: string, run: () => void): Offer {
  return { group: 'Account', title, text: '', context: '', also, run }
}
