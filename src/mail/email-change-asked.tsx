import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient } from './mail.ts'

/** To the address that an account has: somebody who knows its password wants it to have another one. */
export const emailChangeAsked = defineMail({
  kind: 'email_change_asked',
  payload: z.object(recipient),
  sample: { to: 'kai@example.com', fullName: 'Leilani Kalākaua' },
  write: (_recipient, { name, site }) => ({
    subject: 'Somebody asked to change your email address',
    body: (
      <MailFrame
        preview="If it was not you, please act now."
        title="A change of your email address"
        name={name}
        site={site}
        reason="You get this email because this is the address of an account, and somebody signed in to it asked for another one."
      >
        <Words>
          Somebody who is signed in to your account and knows its password asked for the account to have
          another email address. Nothing has changed yet: it does when a link is opened that we send to the
          new address.
        </Words>
        <Words>
          If it was you, all is well. If not, choose a new password at once. It makes that link worthless and
          signs everybody out: press Forgot password? on the sign-in page.
        </Words>
        <Act label="Go to sign in" link={site.page('/auth')} />
      </MailFrame>
    ),
  }),
})
