import { render } from 'react-email'
import { type Letter, lettersOf } from './letters.ts'
import { Act, MailFrame, type ProgrammeWords, Words } from './mail-frame.tsx'
import type { Mailable } from './mails.ts'
import { RegistrationNotice, titleOf } from './registration-notice.tsx'

/** Writes mails whose links lead to this site, and never anywhere a request said. */
export function createComposer(siteUrl: string, programme: ProgrammeWords) {
  const letters: Record<string, Letter | undefined> = lettersOf(programme.brand)

  function write(message: Mailable) {
    if (message.kind === 'registrations') {
      const { people } = message
      const body = <RegistrationNotice people={people} siteUrl={siteUrl} programme={programme} />
      return { subject: titleOf(people), body }
    }
    const letter = letters[message.kind]
    if (!letter) throw new Error(`There is no mail of the kind "${message.kind}".`)
    const { subject, words, act, more = [], ...frame } = letter
    const token = 'token' in message ? message.token : null
    const body = (
      <MailFrame {...frame} fullName={message.fullName} programme={programme}>
        {paragraphs(words)}
        {act && <Act label={act.label} link={siteUrl + pathOf(act, token)} />}
        {paragraphs(more)}
      </MailFrame>
    )
    return { subject, body }
  }

  return {
    async compose(message: Mailable) {
      const { subject, body } = write(message)
      const [html, text] = await Promise.all([render(body), render(body, asText)])
      return { to: message.to, subject, html, text }
    },
  }
}

function paragraphs(words: readonly string[]) {
  return words.map((each) => <Words key={each}>{each}</Words>)
}

function pathOf({ path, for: what }: NonNullable<Letter['act']>, token: string | null): string {
  const search = new URLSearchParams({ ...(token && { token }), ...(what && { for: what }) }).toString()
  return search ? `${path}?${search}` : path
}

const asText = {
  plainText: true,
  htmlToTextOptions: { selectors: [{ selector: 'h1', options: { uppercase: false } }] },
} as const
