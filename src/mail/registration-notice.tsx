import { Hr, Link, Text } from 'react-email'
import { ActionButton, greetingName, MailFrame, Paragraph, type MailProgramme } from './mail-frame.tsx'
import { type Mailable, MOST_LISTED, type Registration } from './mails.ts'
import { styles } from './styles.ts'

/** Tells administrators who signed up, with a link to each review. Names and addresses are untrusted. */
export function RegistrationNotice({ people, hasReview, siteUrl, programme }: NoticeProps) {
  const listed = people.slice(0, MOST_LISTED)
  const others = people.length - listed.length
  const [first] = people
  const linkTo = (path: string) => `${siteUrl}/auth?next=${encodeURIComponent(path)}`
  const reviewLink = (userId: string) => linkTo(`/people?id=${encodeURIComponent(userId)}`)
  return (
    <MailFrame
      preview="Waiting for your review."
      title={titleOf(people)}
      fullName={null}
      programme={programme}
      reason="You’re receiving this because you’re listed in ADMIN_EMAILS."
    >
      <Paragraph>They signed up and are waiting for your review.</Paragraph>
      {listed.map(({ userId, email, fullName, emailConfirmed }) => (
        <Paragraph key={email}>
          <strong>{greetingName(fullName) ?? (fullName ? 'Name hidden' : 'No name')}</strong>
          <br />
          {email}
          <br />
          <span className="soft" style={styles.soft}>
            {emailConfirmed ? 'Email confirmed' : 'Email not confirmed'}
          </span>
          {hasReview && people.length > 1 && (
            <>
              {' · '}
              <Link className="lagoon" style={styles.link} href={reviewLink(userId)}>
                Review
              </Link>
            </>
          )}
        </Paragraph>
      ))}
      {others > 0 && <Paragraph>And {others} more.</Paragraph>}
      {hasReview && first && people.length === 1 && (
        <ActionButton label="Review" link={reviewLink(first.userId)} />
      )}
      {hasReview && people.length > 1 && <ActionButton label="See who’s waiting" link={linkTo('/people')} />}
      <Hr className="surface" style={styles.rule} />
      <Text className="soft" style={styles.small}>
        From a terminal:
        <br />
        <code style={styles.command}>npm run admin -- pending</code>
      </Text>
    </MailFrame>
  )
}

export function titleOf({ length, 0: first }: readonly Registration[]): string {
  const who = length > 1 ? `${length} people` : (greetingName(first?.fullName ?? null) ?? 'Someone')
  return `${who} asked to join`
}

interface NoticeProps extends Omit<Extract<Mailable, { kind: 'registrations' }>, 'kind' | 'to'> {
  siteUrl: string
  programme: MailProgramme
}
