import { approveCommand } from '#src/mail/approve-command.ts'
import { greetingName } from './greeting-name.ts'
import { MailFrame, Words, type MailWords } from './mail-frame.tsx'
import type { Registration } from './message.ts'
import { styles } from './styles.ts'

/** More would be cut off by mail programs, and the command below with it. */
const MOST_LISTED = 100

/** To administrators: who signed up, and what to type to let them in. Names and addresses are the words of strangers. */
export function registrationNotice({ people }: { people: readonly Registration[] }): MailWords {
  const listed = people.slice(0, MOST_LISTED)
  const others = people.length - listed.length
  const title = people.length === 1 ? 'One person signed up' : `${people.length} people signed up`
  return {
    subject: title,
    body: (
      <MailFrame
        preview="They wait for your decision."
        title={title}
        name={null}
        reason="You get this email because your address is among ADMIN_EMAILS of the portal."
      >
        {listed.map((person) => (
          <Words key={person.email}>
            {greetingName(person.fullName) ?? (person.fullName ? '(a name with a link in it)' : '(no name)')}
            <br />
            {person.email}
            <br />
            {person.emailConfirmed ? 'Address confirmed' : 'Address not confirmed yet'}
          </Words>
        ))}
        {others > 0 && <Words>… and {others} more, who came after them.</Words>}
        <Commands people={listed} />
      </MailFrame>
    ),
  }
}

function Commands({ people }: { people: readonly Registration[] }) {
  const confirmed = approveCommand(people.filter((each) => each.emailConfirmed).map(({ email }) => email))
  const unconfirmed = approveCommand(people.filter((each) => !each.emailConfirmed).map(({ email }) => email))
  return (
    <>
      {confirmed && <Command about="To let in who has confirmed:" text={confirmed} />}
      {unconfirmed && (
        <Command
          about="For who has not confirmed, once they have (to approve all the same, add --force before the two dashes):"
          text={unconfirmed}
        />
      )}
      <Words>Who waits, and whether they have confirmed by now: npm run admin -- pending</Words>
    </>
  )
}

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
