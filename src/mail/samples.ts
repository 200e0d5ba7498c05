import { writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createComposer } from './composer.ts'
import type { Mailable } from './message.ts'

/** Every mail there is, to a person with a name and to one without. */
export const samples: readonly Mailable[] = [
  {
    kind: 'confirm_email',
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'bGVpbGFuaSBrYWzEgWthdWEgLSBhIHNhbXBsZSB0b2tlbg',
  },
  {
    kind: 'reset_password',
    to: 'kai@example.com',
    fullName: 'Keoni ʻŌhiʻa',
    token: 'a2VvbmkgyrvFjGhpyrthIC0gYSBzYW1wbGUgdG9rZW4tLQ',
  },
  { kind: 'password_changed', to: 'kai@example.com', fullName: null },
  {
    kind: 'change_email',
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'bmV3IGFkZHJlc3MgLSBhIHNhbXBsZSB0b2tlbiAtLS0tLQ',
  },
  { kind: 'email_change_asked', to: 'kai@example.com', fullName: 'Leilani Kalākaua' },
  { kind: 'email_changed', to: 'kai@example.com', fullName: 'Keoni ʻŌhiʻa' },
  {
    kind: 'deletion_requested',
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'a2VlcCBteSBhY2NvdW50IC0gYSBzYW1wbGUgdG9rZW4gLS0',
  },
  { kind: 'membership_approved', to: 'kai@example.com', fullName: 'Leilani Kalākaua' },
  {
    kind: 'registrations',
    to: 'admin@example.com',
    fullName: null,
    people: [
      { email: 'leilani@example.com', fullName: 'Leilani Kalākaua', emailConfirmed: true },
      { email: "keoni.o'hia@example.com", fullName: null, emailConfirmed: false },
    ],
  },
  { kind: 'membership_denied', to: 'kai@example.com', fullName: 'Leilani Kalākaua' },
]

/** Writes every mail with sample data as HTML and as text; returns the paths. */
export async function writeSamples(directory: string, siteUrl: string): Promise<Sample[]> {
  const composer = createComposer(siteUrl)
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
