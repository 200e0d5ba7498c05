import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient, token } from './mail.ts'

/** The day in which a member can think again, or find out that somebody else pressed the button. */
export const deletionRequested = defineMail({
  kind: 'deletion_requested',
  payload: z.object({ ...recipient, token }),
  sample: {
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'a2VlcCBteSBhY2NvdW50IC0gYSBzYW1wbGUgdG9rZW4gLS0',
  },
  write: ({ token }, { name, site }) => ({
    subject: 'Your account will be deleted in 24 hours',
    body: (
      <MailFrame
        preview="Until then you can keep it with the link in this email."
        title="Your account will be deleted"
        name={name}
        site={site}
        reason="You get this email because somebody who knows the password of the account with this address asked to delete it."
      >
        <Words>
          In 24 hours your account will be deleted: your name, your picture, your progress and everything else
          we hold about you. It cannot be brought back after that.
        </Words>
        <Words>
          If that is what you want, there is nothing to do. If you have changed your mind, or it was not you,
          keep your account with this link.
        </Words>
        <Act label="Keep my account" link={site.withToken('/keep-account', token)} />
      </MailFrame>
    ),
  }),
})
