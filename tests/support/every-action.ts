import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { png } from './pictures.ts'

const SRC = join(import.meta.dirname, '../../src')

/** Every action as `noun.verb`, read from the sources so that none is forgotten. */
export function everyAction(): string[] {
  return globSync('actions/*.ts', { cwd: SRC }).flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8')
    const noun = basename(file, '.ts')
    const names = [...source.matchAll(/^ {2}(\w+): (?:public|member)Action\('([\w.]+)'/gm)]
    const all = source.match(/\b(?:public|member)Action\('/g)?.length ?? 0
    const isAsNamed = names.every(([, name, endpoint]) => endpoint === `${noun}.${name}`)
    if (names.length !== all || !isAsNamed) {
      throw new Error(`${file} defines actions in a way that this list does not see.`)
    }
    return names.map(([, name]) => `${noun}.${name}`)
  })
}

/** Actions for people without a session: what they may do is what tests of each are about. */
export const publicActions = [
  ...['auth.signUp', 'auth.confirmEmail', 'auth.discardSignUp', 'auth.resendConfirmation', 'auth.signIn'],
  ...['auth.signOut', 'auth.requestPasswordReset', 'auth.readPasswordLink', 'auth.resetPassword'],
  'account.keepAccount',
]

/**
 * For every action that is for members, an input that an approved member could send.
 *
 * @param sessionOf the public id of a session of theirs.
 * @param applicantOf the id of a pending person about whom they, as an administrator, can decide.
 */
export function inputsOfActions(
  password: string,
  sessionOf: () => Promise<string>,
  applicantOf: () => Promise<string>,
): Inputs {
  const asAdmin = (form: object) => applicantOf().then(() => json(form))
  return {
    'account.readProfile': () => Promise.resolve(null),
    'account.updateProfile': () => json({ fullName: 'Kai Kealoha' }),
    'account.uploadAvatar': async () => new Uint8Array(await png()),
    'account.removeAvatar': () => Promise.resolve(null),
    'account.changePassword': () => json({ currentPassword: password, newPassword: 'aloha ahiahi' }),
    'account.cancelEmailChange': () => Promise.resolve(null),
    'account.requestEmailChange': () => json({ currentPassword: password, newEmail: 'new@example.org' }),
    'account.listSessions': () => Promise.resolve(null),
    'account.readDeletion': () => Promise.resolve(null),
    'account.endSession': async () => json({ id: await sessionOf() }),
    'account.endOtherSessions': () => Promise.resolve(null),
    'account.readMailings': () => Promise.resolve(null),
    'account.chooseMailing': () => json({ kind: 'weekly', isWanted: false }),
    'account.exportData': () => Promise.resolve(null),
    'account.requestDeletion': () => json({ password: password }),
    'calendar.readFeeds': () => Promise.resolve(null),
    'calendar.addFeed': () => Promise.resolve(null),
    'calendar.endFeeds': () => Promise.resolve(null),
    'due.read': () => applicantOf().then(() => null),
    'due.remind': () => asAdmin({ key: 'due/weekly-update/2026-11-26', isUndone: false }),
    'due.match': () => asAdmin({ email: 'kai@home.example', id: null }),
    'due.addForm': () => asAdmin({ name: 'Typeform' }),
    'due.endForm': () => asAdmin({ name: 'Typeform' }),
    'members.list': () => Promise.resolve(null),
    'members.readOwn': () => Promise.resolve(null),
    'members.saveOwn': () => json({ company: 'Kona Labs', showsEmail: 'on' }),
    'notes.read': () => Promise.resolve(null),
    'notes.remove': () => json({ id: note.id }),
    'notes.save': () => json(note),
    'people.list': async () => {
      await applicantOf()
      return json({ status: 'pending', search: '', skipped: 0 })
    },
    'people.read': async () => json({ id: await applicantOf() }),
    'people.act': async () =>
      json({ action: 'approve', people: [{ id: await applicantOf(), status: 'pending' }] }),
    'people.describe': async () =>
      json({ ids: [await applicantOf()], company: 'Kona Labs', role: '', keepsEmpty: true }),
    'people.invite': async () => {
      await applicantOf()
      return json({ people: [{ email: 'new@example.org', name: null }], isTrial: true })
    },
    'progress.list': () => json({ zone: 'Pacific/Honolulu' }),
    'progress.save': () => json({ changes: [watched] }),
  }
}

type Inputs = Record<string, () => Promise<string | Uint8Array<ArrayBuffer> | null>>

const watched = {
  video: 'cohort-17/week-0/onboarding',
  positionSeconds: 0,
  durationSeconds: null,
  playedMsAgo: null,
  watched: true,
  markedMsAgo: 0,
}

const note = {
  id: randomUUID(),
  video: 'cohort-17/week-0/onboarding',
  title: 'Onboarding',
  fragment: 'Onboarding',
  seconds: 754,
  text: 'Ask about the stipend',
  replaces: null,
}

function json(input: object): Promise<string> {
  return Promise.resolve(JSON.stringify(input))
}
