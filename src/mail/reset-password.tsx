import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient, token } from './mail.ts'

/** The link that lets its reader choose a new password. */
export const resetPassword = defineMail({
  kind: 'reset_password',
  payload: z.object({ ...recipient, token }),
  sample: {
    to: 'kai@example.com',
    fullName: 'Keoni ʻŌhiʻa',
    token: 'a2VvbmkgyrvFjGhpyrthIC0gYSBzYW1wbGUgdG9rZW4tLQ',
  },
  write: ({ token }, { name, site }) => ({
    subject: 'Reset your password',
    body: (
      <MailFrame
        preview="The link in this email expires in 1 hour."
        title="Choose a new password"
        name={name}
        site={site}
        reason="You get this email because somebody asked for a new password for this address. If it was not you, there is nothing to do: your password stays as it is."
      >
        <Words>
          With this link you can choose a new password. It expires in 1 hour and works once. Afterwards every
          browser is signed out, and you sign in with the new password.
        </Words>
        <Act label="Choose a new password" link={site.withToken('/reset-password', token)} />
      </MailFrame>
    ),
  }),
})
