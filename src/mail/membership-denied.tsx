import * as z from 'zod/mini'
import { MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient } from './mail.ts'

/** Bad news: short, plain, and with somebody to talk to. */
export const membershipDenied = defineMail({
  kind: 'membership_denied',
  announcedBy: 'membership_decided',
  payload: z.object(recipient),
  sample: { to: 'kai@example.com', fullName: 'Leilani Kalākaua' },
  write: (_recipient, { name, site }) => ({
    subject: `About your ${site.brand} account`,
    body: (
      <MailFrame
        preview="A decision about your account."
        title="About your account"
        name={name}
        site={site}
        reason="You get this email because you signed up with this address."
      >
        <Words>Thank you for your interest. Unfortunately, your account application was not approved.</Words>
        <Words>
          If you have any questions, or think that this is a mistake, please reply to this email. A person
          reads it.
        </Words>
      </MailFrame>
    ),
  }),
})
