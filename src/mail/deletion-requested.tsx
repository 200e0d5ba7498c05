import { Act, MailFrame, Words, type MailWords } from './mail-frame.tsx'

/** The day in which a member can think again, or find out that somebody else pressed the button. */
export function deletionRequested({ name, link }: { name: string | null; link: string }): MailWords {
  return {
    subject: 'Your account will be deleted in 24 hours',
    body: (
      <MailFrame
        preview="Until then you can keep it with the link in this email."
        title="Your account will be deleted"
        name={name}
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
        <Act label="Keep my account" link={link} />
      </MailFrame>
    ),
  }
}
