import { Link } from 'react-email'
import type { ProgrammeWords } from './composer.tsx'
import { greetingName } from './greeting-name.ts'
import { MailFrame, Words } from './mail-frame.tsx'
import { type Mailable, MOST_LISTED, type Registration } from './mails.ts'
import { styles } from './styles.ts'

/** To administrators: who signed up, and what to type to let them in. Names and addresses are the words of strangers. */
export function RegistrationNotice({ people, siteUrl, programme }: NoticeProps) {
  const listed = people.slice(0, MOST_LISTED)
  const others = people.length - listed.length
  const confirmed = approveCommand(listed.filter((each) => each.emailConfirmed))
  const unconfirmed = approveCommand(listed.filter((each) => !each.emailConfirmed))
  return (
    <MailFrame
      preview="They wait for your decision."
      title={titleOf(people)}
      name={null}
      programme={programme}
      reason="You get this email because your address is among ADMIN_EMAILS of the portal."
    >
      {listed.map(({ email, fullName, emailConfirmed, token }) => (
        <Words key={email}>
          {greetingName(fullName) ?? (fullName ? '(a name with a link in it)' : '(no name)')}
          <br />
          {email}
          <br />
          {emailConfirmed ? 'Address confirmed' : 'Address not confirmed yet'}
          {token && (
            <>
              <br />
              <Link className="lagoon" style={styles.link} href={`${siteUrl}${decisionPath(token)}`}>
                Approve or deny
              </Link>
            </>
          )}
        </Words>
      ))}
      {others > 0 && <Words>… and {others} more, who came after them.</Words>}
      {confirmed && <Command about="To let in who has confirmed:" text={confirmed} />}
      {unconfirmed && (
        <Command
          about="For who has not confirmed, once they have (to approve nevertheless, add --force before the two dashes):"
          text={unconfirmed}
        />
      )}
      <Words>Who waits, and whether they have confirmed by now: npm run admin -- pending</Words>
    </MailFrame>
  )
}

export function titleOf(people: readonly unknown[]): string {
  return people.length === 1 ? 'One person signed up' : `${people.length} people signed up`
}

/** Over the sign-in screen, for an administrator who is signed out. */
function decisionPath(token: string): string {
  return `/auth?next=${encodeURIComponent(`/decide?token=${encodeURIComponent(token)}`)}`
}

/** The command that approves these people, for any shell; null when an address has characters that cannot be seen. */
export function approveCommand(people: readonly Pick<Registration, 'email'>[]): string | null {
  if (people.length === 0 || !people.every(({ email }) => PLAIN.test(email))) return null
  // After a lone -- nothing is taken for an option; npm keeps the first one to itself.
  const quoted = people.map(({ email }) => `'${email.replaceAll("'", `'\\''`)}'`)
  return ['npm run admin -- approve --', ...quoted].join(' ')
}

/** Nothing in it ends or turns a line: what is read is what is run. */
const PLAIN = /^[^\p{Cc}\p{Cf}\p{Z}]+$/u

function Command({ about, text }: { about: string; text: string }) {
  return (
    <Words>
      {about}
      <br />
      <code className="ink" style={styles.command}>
        {text}
      </code>
    </Words>
  )
}

interface NoticeProps {
  people: Extract<Mailable, { kind: 'registrations' }>['people']
  siteUrl: string
  programme: ProgrammeWords
}
