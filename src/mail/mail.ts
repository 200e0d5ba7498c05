import type { ReactElement } from 'react'
import * as z from 'zod/mini'

/** Every mail is written to somebody; its name, where there is one, is the words of a stranger. */
export const recipient = {
  to: z.string().check(z.minLength(3)),
  fullName: z._default(z.nullable(z.string()), null),
}

/** The secret of the link in a mail. */
export const token = z.string().check(z.minLength(1))

/** One kind of mail: everything that is known about it, in one place. */
export interface MailDefinition<Kind extends string, Payload extends z.ZodMiniType<Addressed>> {
  /** Of the outbox's row, unless `announcedBy` names another. */
  kind: Kind
  /** The kind of the row of which this mail is made; it has no row of its own then. */
  announcedBy?: 'membership_decided' | 'registration_notice'
  payload: Payload
  /** For the preview and for what all mails are tested for. */
  sample: z.output<Payload>
  /** @param name how the reader may be greeted; null when there is no name that should be shown. */
  write(payload: z.output<Payload>, to: { name: string | null; site: MailSite }): MailWords
}

/** Names the types of a mail. */
export function defineMail<const Kind extends string, Payload extends z.ZodMiniType<Addressed>>(
  definition: MailDefinition<Kind, Payload>,
): MailDefinition<Kind, Payload> {
  return definition
}

export interface Addressed {
  to: string
  fullName: string | null
}

/** What one mail says: a subject without anybody's words in it, and one body that becomes HTML and text. */
export interface MailWords {
  subject: string
  body: ReactElement
}

/** What mails say of the programme. */
export interface ProgrammeWords {
  brand: string
  /** The cohort. */
  program: string
}

/** The site that mails speak of and lead to: its own addresses, never one that a request said. */
export interface MailSite extends ProgrammeWords {
  page(path: `/${string}`): string
  withToken(path: `/${string}`, token: string): string
  /** The same for members: whoever is not signed in does so first. */
  forMembers(path: `/${string}`, token: string): string
}
