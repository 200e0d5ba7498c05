import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient } from './mail.ts'

/** Tells the owner of an account that its password is another one now. */
export const passwordChanged = defineMail({
  kind: 'password_changed',
  payload: z.object(recipient),
  sample: { to: 'kai@example.com', fullName: null },
  write: (_recipient, { name, site }) => ({
    subject: 'Your password has been changed',
    body: (
      <MailFrame
        preview="If it was not you, please act now."
        title="Your password has been changed"
        name={name}
        site={site}
        reason="You get this email because the password of the account with this address was changed."
      >
        <Words>
          Your password has just been updated, and every other browser that was signed in has been signed out.
        </Words>
        <Words>
          If it was you, all is well. If not, ask for a new password on the sign-in page at once, and tell us
          by replying to this email.
        </Words>
        <Act label="Go to sign in" link={site.page('/auth')} />
      </MailFrame>
    ),
  }),
})
