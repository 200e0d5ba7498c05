import { Act, MailFrame, Words, type MailWords } from './mail-frame.tsx'

/** The receipt of a registration, and the link that proves the address: one mail, at sign-up and when asked for again. */
export function confirmEmail({ name, link }: { name: string | null; link: string }): MailWords {
  return {
    subject: 'Please confirm your email address',
    body: (
      <MailFrame
        preview="We have your registration. Here is what happens next."
        title="We have your registration"
        name={name}
        reason="You get this email because somebody signed up with this address. If it was not you, open the link and press “It was not me”, or do nothing: without your confirmation the registration is removed after 30 days."
      >
        <Words>Thank you for signing up. First, please confirm that this address is yours.</Words>
        <Act label="Confirm email address" link={link} />
        <Words>
          Then it is our turn: somebody of the programme team looks at every registration. You&apos;ll receive
          an email once your account has been approved.
        </Words>
      </MailFrame>
    ),
  }
}
