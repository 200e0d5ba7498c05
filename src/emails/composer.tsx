import { render, toPlainText } from 'react-email'
import { UNSUBSCRIBE_PATH } from '#src/shared/paths.ts'
import { ActionButton, MailFrame, Paragraph, type MailProgramme } from './mail-frame.tsx'
import { companyText, type MailText, mailTexts } from './mail-texts.ts'
import type { Mailable } from './mails.ts'
import { RegistrationNotice, titleOf } from './registration-notice.tsx'
import { withAccent } from './styles.ts'
import { composeBroadcast } from './broadcast.tsx'

/** Composes emails whose links lead to this site only, not to what a request named. Throws when an email can't be rendered. */
export function createComposer(siteUrl: string, programme: MailProgramme) {
  const texts: Record<string, MailText | undefined> = mailTexts(programme)

  function write(message: Mailable) {
    if (message.kind === 'registration') {
      const body = <RegistrationNotice {...message} siteUrl={siteUrl} programme={programme} />
      return { subject: titleOf(message.person), body, unsubscribeUrl: null }
    }
    if ('zone' in message) {
      const query = new URLSearchParams({ token: message.token, for: message.kind })
      const unsubscribeUrl = `${siteUrl}${UNSUBSCRIBE_PATH}?${query}`
      return { ...composeBroadcast(message, { siteUrl, unsubscribeUrl, programme }), unsubscribeUrl }
    }
    const text = texts[message.kind]
    if (!text) throw new Error(`There is no email of the kind "${message.kind}".`)
    const { subject, title = subject, paragraphs, action, after = [], ...frame } = text
    const token = 'token' in message ? message.token : null
    const company = 'company' in message ? message.company : null
    const body = (
      <MailFrame {...frame} title={title} fullName={message.fullName} programme={programme}>
        {paragraphs.map(toParagraph)}
        {company && toParagraph(companyText(company))}
        {action && <ActionButton label={action.label} link={siteUrl + pathOf(action, token)} />}
        {after.map(toParagraph)}
      </MailFrame>
    )
    return { subject, body, unsubscribeUrl: null }
  }

  return async (message: Mailable) => {
    const { subject, body, unsubscribeUrl } = write(message)
    const ours = withWholeLinks(await render(body), siteUrl)
    const html = programme.accent ? withAccent(ours, programme.accent) : ours
    return { to: message.to, subject, html, text: toPlainText(html, AS_TEXT), unsubscribeUrl }
  }
}

function toParagraph(text: string) {
  return <Paragraph key={text}>{text}</Paragraph>
}

function pathOf({ path, for: purpose }: NonNullable<MailText['action']>, token: string | null): string {
  const search = new URLSearchParams({
    ...(token && { token }),
    ...(purpose && { for: purpose }),
  }).toString()
  return search ? `${path}?${search}` : path
}

/** Editors’ links to the site are paths, which lead nowhere from an email. */
function withWholeLinks(html: string, siteUrl: string): string {
  return html.replace(/<a\b[^>]*?\bhref=["']?(?=\/(?!\/))/gi, (upToPath) => upToPath + siteUrl)
}

const AS_TEXT = {
  selectors: [
    ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
    ...['del', 's'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { prefix: '~~', suffix: '~~' },
    })),
    { selector: '[data-text-format="dataTable"]', options: { uppercaseHeaderCells: false } },
  ],
}
