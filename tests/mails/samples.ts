import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createComposer } from '#src/mail/composer.tsx'
import type { Programme } from '#src/mail/mail-frame.tsx'
import { mailTexts } from '#src/mail/mail-texts.ts'
import type { Mailable } from '#src/mail/mails.ts'

const token = 'bGVpbGFuaSBrYWzEgWthdWEgLSBhIHNhbXBsZSB0b2tlbg'
const person = { to: 'kai@example.com', fullName: 'Leilani Kalākaua' }

/** Every email, as it would be sent. */
export const samples: readonly Mailable[] = [
  ...Object.entries(mailTexts({ brand: '', program: '', contact: '', timezone: '' })).map(([kind, text]) => {
    const isLinked = 'action' in text && text.action.path !== '/auth'
    return { kind, ...person, ...(isLinked && { token }) } as Mailable
  }),
  {
    kind: 'reminder',
    ...person,
    token,
    title: 'Weekly Update',
    page: '/weekly-updates',
    dueAt: Date.parse('2025-06-06T03:30Z'),
    now: Date.parse('2025-06-05T03:30Z'),
  },
  {
    kind: 'registrations',
    to: 'admin@example.com',
    people: [
      { userId: '1', email: 'leilani@example.com', fullName: 'Leilani Kalākaua', emailConfirmed: true },
      { userId: '2', email: "keoni.o'hia@example.com", fullName: null, emailConfirmed: false },
    ],
    hasReview: true,
  },
]

/** Writes every email with sample data as HTML and text. Returns the paths. */
export async function writeSamples(
  directory: string,
  siteUrl: string,
  programme: Programme,
): Promise<Sample[]> {
  const composer = createComposer(siteUrl, programme)
  mkdirSync(directory, { recursive: true })
  return Promise.all(
    samples.map(async (sample) => {
      const { subject, html, text } = await composer.compose(sample)
      const name = sample.kind.replaceAll('_', '-')
      const paths = { html: join(directory, `${name}.html`), text: join(directory, `${name}.txt`) }
      writeFileSync(paths.html, html)
      writeFileSync(paths.text, text)
      return { name, subject, ...paths }
    }),
  )
}

export interface Sample {
  name: string
  subject: string
  html: string
  text: string
}
