import * as z from 'zod/mini'

/** Emails to all members, by kind: what the account says of each. A member chooses each kind, and its own link ends it. */
export const mailingTexts = {
  weekly: {
    title: 'The week ahead',
    text: 'Once a week: your sessions, what’s due, what to watch and announcements.',
  },
  deadlines: {
    title: 'Deadlines',
    text: 'A day before each deadline and 3 hours before, until you tick ‘Done’.',
  },
  sessions: { title: 'Sessions', text: 'An hour before each session.' },
  announcements: { title: 'Announcements', text: 'When the team writes to everyone.' },
} as const

export type MailingKind = keyof typeof mailingTexts
export const mailingKinds = Object.keys(mailingTexts) as MailingKind[]

export const Wanted = z.array(z.enum(mailingKinds))
