import { BRAND } from './brand.ts'
import { Act, MailFrame, Words, type MailWords } from './mail-frame.tsx'

/** The mail that everybody who signs up waits for. */
export function membershipApproved({ name, link }: { name: string | null; link: string }): MailWords {
  return {
    subject: `Welcome to ${BRAND}: your account has been approved`,
    body: (
      <MailFrame
        preview="Your account has been approved. Come in."
        title={`Welcome to ${BRAND}`}
        name={name}
        reason="You get this email because you signed up with this address."
      >
        <Words>
          Your account has been approved. Sign in with your email address and the password you chose, and the
          whole programme is there: calendar, mentors, videos, resources and the people you will meet.
        </Words>
        <Act label="Sign in" link={link} />
      </MailFrame>
    ),
  }
}
