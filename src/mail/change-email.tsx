import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient, token } from './mail.ts'

/** To the address that a member wants to have: proves that they read it. */
export const changeEmail = defineMail({
  kind: 'change_email',
  payload: z.object({ ...recipient, token }),
  sample: {
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'bmV3IGFkZHJlc3MgLSBhIHNhbXBsZSB0b2tlbiAtLS0tLQ',
  },
  write: ({ token }, { name, site }) => ({
    subject: 'Please confirm your new email address',
    body: (
      <MailFrame
        preview="The link in this email expires in 24 hours."
        title="Your new email address"
        name={name}
        site={site}
        reason="You get this email because a member asked to use this address for their account. If it was not you, open the link and press “It was not me”, or do nothing: without your confirmation the account keeps its address."
      >
        <Words>
          With this link, and a press of the button it leads to, the address that this email was sent to
          becomes the one of your account: you sign in with it, and our emails come here. The link expires in
          24 hours.
        </Words>
        <Act label="Use this address" link={`${site.withToken('/confirm-email', token)}&for=address`} />
      </MailFrame>
    ),
  }),
})
