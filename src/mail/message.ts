import type { Mailable } from './mails.ts'

export type { Mailable }
export type { Registration } from './registration-notice.tsx'

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

/** Writes the words of a mail. Throws when it cannot. */
export interface Composer {
  compose(message: Mailable): Promise<Mail>
}
