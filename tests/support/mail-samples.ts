import { mailTexts } from '#src/emails/mail-texts.ts'
import type { Mailable } from '#src/emails/mails.ts'
import { markdownToEmailHtml } from '#src/emails/markdown.ts'

const token = 'bGVpbGFuaSBrYWzEgWthdWEgLSBhIHNhbXBsZSB0b2tlbg'
const person = { to: 'kai@example.com', fullName: 'Leilani Kalākaua' }

const broadcast = { ...person, token, zone: 'America/Los_Angeles' }
const deadline = {
  name: 'weekly-update',
  title: 'Weekly Update',
  page: '/weekly-updates',
  start: Date.parse('2025-06-06T03:30Z'),
}
const session = {
  name: 'monday-circle',
  title: 'Monday Circle',
  join: 'https://meet.example.org/monday',
  start: Date.parse('2025-06-02T19:00Z'),
}
const lunch = {
  name: 'founders-lunch',
  title: 'Founders’ lunch',
  place: 'Lānai',
  start: Date.parse('2025-06-04T22:00Z'),
}
const news = {
  title: 'The rehearsal moves',
  html: markdownToEmailHtml('We start on **Monday**. Please fill in [both forms](/forms).'),
}

/** Every email, as it would be sent. */
export const samples: readonly Mailable[] = [
  ...Object.entries(mailTexts({ brand: '', program: '', contact: '', timezone: '' })).map(([kind, text]) => {
    const isLinked = 'action' in text && text.action.path !== '/auth'
    return { kind, ...person, ...(isLinked && { token }) } as Mailable
  }),
  { kind: 'deadlines', ...broadcast, ...deadline, now: Date.parse('2025-06-05T03:30Z') },
  { kind: 'sessions', ...broadcast, ...session, now: Date.parse('2025-06-02T17:00Z') },
  {
    kind: 'weekly',
    ...broadcast,
    now: Date.parse('2025-06-02T17:00Z'),
    sessions: [session, lunch],
    due: [deadline],
    newVideos: [{ title: 'Choosing a Beachhead', fragment: 'Choosing-a-Beachhead' }],
    watchNext: { title: 'Problem Interviews', fragment: 'Problem-Interviews', seconds: 754 },
    announcements: [news],
  },
  { kind: 'announcements', ...broadcast, ...news, now: Date.parse('2025-06-02T17:00Z') },
  {
    kind: 'registration',
    to: 'admin@example.com',
    person: { userId: '1', email: "keoni.o'hia@example.com", fullName: 'Keoni ʻŌhiʻa', emailConfirmed: true },
    hasReview: true,
  },
]
