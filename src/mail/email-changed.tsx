import * as z from 'zod/mini'
import { MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient } from './mail.ts'

/** To the address that an account had. It opens nothing any more, so there is nothing to press. */
export const emailChanged = defineMail({
  kind: 'email_changed',
  payload: z.object(recipient),
  sample: { to: 'kai@example.com', fullName: 'Keoni ʻŌhiʻa' },
  write: (_recipient, { name, site }) => ({
    subject: 'Your email address has been changed',
    body: (
      <MailFrame
        preview="If it was not you, please tell us now."
        title="Your email address has been changed"
        name={name}
        site={site}
        reason="You get this email because this was the address of an account until now."
      >
        <Words>
          Your account has another email address from now on. You sign in with that one, and our emails go
          there. This is the last one to this address.
        </Words>
        <Words>If it was not you, please reply to this email at once. A person reads it and can help.</Words>
      </MailFrame>
    ),
  }),
})
