import * as z from 'zod/mini'
import { approveCommand } from './approve-command.ts'
import { greetingName } from './greeting-name.ts'
import { MailFrame, Words } from './mail-frame.tsx'
import { defineMail, type MailSite } from './mail.ts'
import { styles } from './styles.ts'
import { Link } from 'react-email'

/** More would be cut off by mail programs, and the command below with it. */
export const MOST_LISTED = 100

export const Registration = z.object({
  email: z.string(),
  fullName: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
})
/** Somebody who signed up and waits for a decision. */
export type Registration = z.output<typeof Registration>

/** `token` of the link with which an administrator decides in the browser; null where no member is one. */
const Listed = z.extend(Registration, { token: z.nullable(z.string()) })

/** To administrators: who signed up, and what to type to let them in. Names and addresses are the words of strangers. */
export const registrationNotice = defineMail({
  kind: 'registrations',
  announcedBy: 'registration_notice',
  payload: z.object({ to: z.string(), fullName: z.null(), people: z.readonly(z.array(Listed)) }),
  sample: {
    to: 'admin@example.com',
    fullName: null,
    people: [
      {
        email: 'leilani@example.com',
        fullName: 'Leilani Kalākaua',
        emailConfirmed: true,
        token: 'ZGVjaWRlIOKAkyBhIHNhbXBsZSB0b2tlbiDigJMgLS0tLS0',
      },
      { email: "keoni.o'hia@example.com", fullName: null, emailConfirmed: false, token: null },
    ],
  },
  write({ people }, { site }) {
    const title = people.length === 1 ? 'One person signed up' : `${people.length} people signed up`
    return { subject: title, body: <Notice title={title} people={people} site={site} /> }
  },
})

function Notice({ title, people, site }: NoticeProps) {
  const listed = people.slice(0, MOST_LISTED)
  const others = people.length - listed.length
  return (
    <MailFrame
      preview="They wait for your decision."
      title={title}
      name={null}
      site={site}
      reason="You get this email because your address is among ADMIN_EMAILS of the portal."
    >
      {listed.map((person) => (
        <Words key={person.email}>
          {greetingName(person.fullName) ?? (person.fullName ? '(a name with a link in it)' : '(no name)')}
          <br />
          {person.email}
          <br />
          {person.emailConfirmed ? 'Address confirmed' : 'Address not confirmed yet'}
          {person.token && (
            <>
              <br />
              <Link className="lagoon" style={styles.link} href={site.forMembers('/decide', person.token)}>
                Approve or deny
              </Link>
            </>
          )}
        </Words>
      ))}
      {others > 0 && <Words>… and {others} more, who came after them.</Words>}
      <Commands people={listed} />
    </MailFrame>
  )
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

interface NoticeProps {
  title: string
  people: readonly z.output<typeof Listed>[]
  site: MailSite
}
