import { randomUUID } from 'node:crypto'
import { png } from './pictures.ts'

/**
 * For every action that is for members, an input that an approved member could send.
 *
 * @param sessionOf the public id of a session of theirs.
 * @param decisionLink the token of a link with which they, as an administrator, decide about somebody.
 */
export function inputsOfActions(
  password: string,
  sessionOf: () => Promise<string>,
  decisionLink: () => Promise<string>,
): Inputs {
  return {
    'account.readProfile': () => Promise.resolve(null),
    'account.updateProfile': () => json({ fullName: 'Somebody else' }),
    'account.uploadAvatar': async () => new Uint8Array(await png()),
    'account.removeAvatar': () => Promise.resolve(null),
    'account.changePassword': () => json({ currentPassword: password, newPassword: 'aloha ahiahi' }),
    'account.requestEmailChange': () => json({ currentPassword: password, newEmail: 'new@example.org' }),
    'account.listSessions': () => Promise.resolve(null),
    'account.endSession': async () => json({ id: await sessionOf() }),
    'account.endOtherSessions': () => Promise.resolve(null),
    'account.exportData': () => Promise.resolve(null),
    'account.requestDeletion': () => json({ password: password }),
    'approvals.read': async () => json({ token: await decisionLink() }),
    'approvals.list': () => Promise.resolve(null),
    'approvals.decide': () =>
      json({ email: 'a@example.org', reason: '', verdict: 'approved', evenUnconfirmed: true }),
    'approvals.undo': () => json({ email: 'a@example.org' }),
    'calendar.readFeed': () => Promise.resolve(null),
    'calendar.renewFeed': () => Promise.resolve(null),
    'calendar.endFeed': () => Promise.resolve(null),
    'notes.read': () => Promise.resolve(null),
    'notes.save': () => json({ written: [note], removed: [] }),
    'progress.read': () => Promise.resolve(null),
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
  writtenMsAgo: 0,
}

function json(input: object): Promise<string> {
  return Promise.resolve(JSON.stringify(input))
}
