import { ActionButton, greetingName, MailFrame, Paragraph, type MailProgramme } from './mail-frame.tsx'
import type { Mailable, Registration } from './mails.ts'
import { styles } from './styles.ts'

export function RegistrationNotice({ person, hasReview, siteUrl, programme }: NoticeProps) {
  const { userId, email, fullName, emailConfirmed } = person
  const next = encodeURIComponent(`/people?id=${encodeURIComponent(userId)}`)
  return (
    <MailFrame
      preview="Waiting for your review."
      title={titleOf(person)}
      fullName={null}
      programme={programme}
      reason={`You’re receiving this because ${programme.brand} sends notices of sign-ups to this address.`}
    >
      <Paragraph>They signed up and are waiting for your review.</Paragraph>
      <Paragraph>
        <strong>{greetingName(fullName) ?? (fullName ? 'Name hidden' : 'No name')}</strong>
        <br />
        {email}
        <br />
        <span className="soft" style={styles.soft}>
          {emailConfirmed ? 'Email confirmed' : 'Email not confirmed'}
        </span>
      </Paragraph>
      {hasReview ? (
        <ActionButton label="Review" link={`${siteUrl}/auth?next=${next}`} />
      ) : (
        <Paragraph>
          Nobody can review them in the portal yet, because no member is an administrator. Whoever runs the
          portal can make someone one.
        </Paragraph>
      )}
    </MailFrame>
  )
}

export function titleOf({ fullName }: Registration): string {
  return `${greetingName(fullName) ?? 'Someone'} asked to join`
}

interface NoticeProps extends Omit<Extract<Mailable, { kind: 'registration' }>, 'kind' | 'to'> {
  siteUrl: string
  programme: MailProgramme
}
