import { MailFrame, Words, type MailWords } from './mail-frame.tsx'

/** To the address that an account had. It opens nothing any more, so there is nothing to press. */
export function emailChanged({ name }: { name: string | null }): MailWords {
  return {
    subject: 'Your email address has been changed',
    body: (
      <MailFrame
        preview="If it was not you, please tell us now."
        title="Your email address has been changed"
        name={name}
        reason="You get this email because this was the address of an account until now."
      >
        <Words>
          Your account has another email address from now on. You sign in with that one, and our emails go
          there. This is the last one to this address.
        </Words>
        <Words>If it was not you, please reply to this email at once. A person reads it and can help.</Words>
      </MailFrame>
    ),
  }
}
