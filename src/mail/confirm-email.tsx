import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient, token } from './mail.ts'

/** The receipt of a registration, and the link that proves the address: one mail, at sign-up and when asked for again. */
export const confirmEmail = defineMail({
  kind: 'confirm_email',
  payload: z.object({ ...recipient, token }),
  sample: {
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'bGVpbGFuaSBrYWzEgWthdWEgLSBhIHNhbXBsZSB0b2tlbg',
  },
  write: ({ token }, { name, site }) => ({
    subject: 'Please confirm your email address',
    body: (
      <MailFrame
        preview="We have your registration. Here is what happens next."
        title="We have your registration"
        name={name}
        site={site}
        reason="You get this email because somebody signed up with this address. If it was not you, open the link and press “It was not me”, or do nothing: without your confirmation the registration is removed after 30 days."
      >
        <Words>Thank you for signing up. First, please confirm that this address is yours.</Words>
        <Act label="Confirm email address" link={site.withToken('/confirm-email', token)} />
        <Words>
          Then it is our turn: somebody of the programme team looks at every registration. You&apos;ll receive
          an email once your account has been approved.
        </Words>
      </MailFrame>
    ),
  }),
})
