import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient } from './mail.ts'

/** The mail that everybody who signs up waits for. */
export const membershipApproved = defineMail({
  kind: 'membership_approved',
  announcedBy: 'membership_decided',
  payload: z.object(recipient),
  sample: { to: 'kai@example.com', fullName: 'Leilani Kalākaua' },
  write: (_recipient, { name, site }) => ({
    subject: `Welcome to ${site.brand}: your account has been approved`,
    body: (
      <MailFrame
        preview="Your account has been approved. Come in."
        title={`Welcome to ${site.brand}`}
        name={name}
        site={site}
        reason="You get this email because you signed up with this address."
      >
        <Words>
          Your account has been approved. Sign in with your email address and the password you chose, and the
          whole programme is there: calendar, mentors, videos, resources and the people you will meet.
        </Words>
        <Act label="Sign in" link={site.page('/auth')} />
      </MailFrame>
    ),
  }),
})
