import { Act, MailFrame, Words, type MailWords } from './mail-frame.tsx'

/** The link that lets its reader choose a new password. */
export function resetPassword({ name, link }: { name: string | null; link: string }): MailWords {
  return {
    subject: 'Reset your password',
    body: (
      <MailFrame
        preview="The link in this email expires in 1 hour."
        title="Choose a new password"
        name={name}
        reason="You get this email because somebody asked for a new password for this address. If it was not you, there is nothing to do: your password stays as it is."
      >
        <Words>
          With this link you can choose a new password. It expires in 1 hour and works once. Afterwards every
          browser is signed out, and you sign in with the new password.
        </Words>
        <Act label="Choose a new password" link={link} />
      </MailFrame>
    ),
  }
}
