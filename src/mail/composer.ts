import { render } from 'react-email'
import { greetingName } from './greeting-name.ts'
import type { Addressed, MailSite, MailWords, ProgrammeWords } from './mail.ts'
import { mails, type Mailable } from './mails.ts'

/** Writes mails whose links lead to this site, and never anywhere a request said. */
export function createComposer(siteUrl: string, programme: ProgrammeWords) {
  const site = { ...programme, ...linksOf(siteUrl) }
  return {
    async compose(message: Mailable) {
      const { subject, body } = write(message, site)
      const [html, text] = await Promise.all([render(body), render(body, asText)])
      return { to: message.to, subject, html, text }
    },
  }
}

const asText = {
  plainText: true,
  htmlToTextOptions: { selectors: [{ selector: 'h1', options: { uppercase: false } }] },
} as const

function write(message: Mailable, site: MailSite): MailWords {
  const definition = writers.get(message.kind)
  if (!definition) throw new Error(`There is no mail of the kind "${message.kind}".`)
  return definition.write(message, { name: greetingName(message.fullName), site })
}

/** By their kind, which is what makes a message the payload of its definition. */
const writers: ReadonlyMap<string, Writer> = new Map(mails.map((mail) => [mail.kind, mail as Writer]))

function linksOf(siteUrl: string): Omit<MailSite, keyof ProgrammeWords> {
  return {
    page: (path) => `${siteUrl}${path}`,
    withToken: (path, token) => `${siteUrl}${withToken(path, token)}`,
    forMembers: (path, token) => `${siteUrl}/auth?next=${encodeURIComponent(withToken(path, token))}`,
  }
}

function withToken(path: string, token: string): string {
  return `${path}?token=${encodeURIComponent(token)}`
}

interface Writer {
  write(payload: Addressed, to: { name: string | null; site: MailSite }): MailWords
}
