import { Act, MailFrame, Words, type MailWords } from './mail-frame.tsx'

/** Tells the owner of an account that its password is another one now. */
export function passwordChanged({ name, link }: { name: string | null; link: string }): MailWords {
  return {
    subject: 'Your password has been changed',
    body: (
      <MailFrame
        preview="If it was not you, please act now."
        title="Your password has been changed"
        name={name}
        reason="You get this email because the password of the account with this address was changed."
      >
        <Words>
          Your password has just been updated, and every other browser that was signed in has been signed out.
        </Words>
        <Words>
          If it was you, all is well. If not, ask for a new password on the sign-in page at once, and tell us
          by replying to this email.
        </Words>
        <Act label="Go to sign in" link={link} />
      </MailFrame>
    ),
  }
}
