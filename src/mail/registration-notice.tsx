import { Button, Hr, Text } from 'react-email'
import { greetingName, MailFrame, type ProgrammeWords, Words } from './mail-frame.tsx'
import { type Mailable, MOST_LISTED, type Registration } from './mails.ts'
import { styles } from './styles.ts'

/** To administrators: who signed up, a button for each, and the commands. Names and addresses are the words of strangers. */
export function RegistrationNotice({ people, siteUrl, programme }: NoticeProps) {
  const listed = people.slice(0, MOST_LISTED)
  const others = people.length - listed.length
  const confirmed = approveCommand(listed.filter((each) => each.emailConfirmed))
  const unconfirmed = approveCommand(listed.filter((each) => !each.emailConfirmed))
  return (
    <MailFrame
      preview="They’re waiting for your decision."
      title={titleOf(people)}
      fullName={null}
      programme={programme}
      reason="You get this email because your address is among ADMIN_EMAILS of the portal."
    >
      {listed.map(({ email, fullName, emailConfirmed, token }) => {
        const name = greetingName(fullName)
        return (
          <Words key={email}>
            {name ?? (fullName ? '(a name with a link in it)' : '(no name)')}
            <br />
            {email}
            <br />
            {emailConfirmed ? 'Address confirmed' : 'Address not confirmed yet'}
            {token && (
              <>
                <br />
                <Button
                  className="button"
                  style={{ ...styles.button, marginTop: 12 }}
                  href={`${siteUrl}${decisionPath(token)}`}
                >
                  Review {name ?? email}
                </Button>
              </>
            )}
          </Words>
        )
      })}
      {others > 0 && <Words>… and {others} more, who signed up after them.</Words>}
      <Hr className="surface" style={styles.rule} />
      {confirmed && (
        <Command about="To approve everyone above whose address is confirmed:" text={confirmed} />
      )}
      {unconfirmed && (
        <Command
          about="To approve the others, once they’ve confirmed (or now, with --force before the two dashes):"
          text={unconfirmed}
        />
      )}
      <Command about="To see who is waiting:" text="npm run admin -- pending" />
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
    <Text className="soft" style={styles.address}>
      {about}
      <br />
      <code style={styles.command}>{text}</code>
    </Text>
  )
}

interface NoticeProps {
  people: Extract<Mailable, { kind: 'registrations' }>['people']
  siteUrl: string
  programme: ProgrammeWords
}
