import * as z from 'zod/mini'
import { Act, MailFrame, Words } from './mail-frame.tsx'
import { defineMail, recipient, token } from './mail.ts'

/** To a person who was invited: the link that chooses a password and signs in. */
export const invitation = defineMail({
  kind: 'invitation',
  payload: z.object({ ...recipient, token }),
  sample: {
    to: 'kai@example.com',
    fullName: 'Leilani Kalākaua',
    token: 'aW52aXRhdGlvbiAtIGEgc2FtcGxlIHRva2VuIC0tLS0tLS0',
  },
  write: ({ token }, { name, site }) => ({
    subject: `You are invited to ${site.brand}`,
    body: (
      <MailFrame
        preview="Choose a password, and you are in."
        title={`You are invited to ${site.brand}`}
        name={name}
        site={site}
        reason="You get this email because the programme team invited this address. If you do not want to come, there is nothing to do."
      >
        <Words>
          Your account is ready. Choose a password, and the whole programme is there: calendar, mentors,
          videos, resources and the people you will meet.
        </Words>
        <Act label="Choose a password" link={`${site.withToken('/reset-password', token)}&for=invitation`} />
        <Words>
          The link works once, for 14 days. If it has expired, “Forgot password?” on the sign-in page sends
          you another.
        </Words>
      </MailFrame>
    ),
  }),
})
