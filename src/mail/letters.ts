/** The words of every mail to one person, by its kind. */
export function lettersOf(brand: string) {
  return {
    confirm_email: {
      subject: 'Please confirm your email address',
      preview: 'We have your registration. Here is what happens next.',
      title: 'We have your registration',
      words: ['Thank you for signing up. First, please confirm that this address is yours.'],
      act: { label: 'Confirm email address', path: '/confirm-email' },
      more: [
        "Then it is our turn: the programme team looks at every registration. You'll receive an email once your account has been approved.",
      ],
      reason:
        'You get this email because someone signed up with this address. If it was not you, open the link and press “It was not me”, or do nothing: without your confirmation the registration is removed after 30 days.',
    },
    reset_password: {
      subject: 'Reset your password',
      preview: 'The link in this email expires in 1 hour.',
      title: 'Choose a new password',
      words: [
        'With this link you can choose a new password. It expires in 1 hour and works once. Afterwards every browser is signed out, and you sign in with the new password.',
      ],
      act: { label: 'Choose a new password', path: '/reset-password' },
      reason:
        'You get this email because someone asked for a new password for this address. If it was not you, there is nothing to do: your password stays as it is.',
    },
    invitation: {
      subject: `You are invited to ${brand}`,
      preview: 'Choose a password, and you are in.',
      title: `You are invited to ${brand}`,
      words: [
        'Your account is ready. Choose a password, and the whole programme is there: calendar, mentors, videos, resources and the people you will meet.',
      ],
      act: { label: 'Choose a password', path: '/reset-password', for: 'invitation' },
      more: [
        'The link works once, for 14 days. If it has expired, “Forgot password?” on the sign-in page sends you another.',
      ],
      reason:
        'You get this email because the programme team invited this address. If you do not want to come, there is nothing to do.',
    },
    password_changed: {
      subject: 'Your password has been changed',
      preview: 'If it was not you, please act now.',
      title: 'Your password has been changed',
      words: [
        'Your password has just been updated, and every other browser that was signed in has been signed out.',
        'If it was you, all is well. If not, ask for a new password on the sign-in page at once, and tell us by replying to this email.',
      ],
      act: { label: 'Go to sign in', path: '/auth' },
      reason: 'You get this email because the password of the account with this address was changed.',
    },
    change_email: {
      subject: 'Please confirm your new email address',
      preview: 'The link in this email expires in 24 hours.',
      title: 'Your new email address',
      words: [
        'With this link, and a press of the button it leads to, the address that this email was sent to becomes the one of your account: you sign in with it, and our emails come here. The link expires in 24 hours.',
      ],
      act: { label: 'Use this address', path: '/confirm-email', for: 'address' },
      reason:
        'You get this email because a member asked to use this address for their account. If it was not you, open the link and press “It was not me”, or do nothing: without your confirmation the account keeps its address.',
    },
    email_change_asked: {
      subject: 'Someone asked to change your email address',
      preview: 'If it was not you, please act now.',
      title: 'A change of your email address',
      words: [
        'Someone who is signed in to your account and knows its password asked for the account to have another email address. Nothing has changed yet: it does when a link is opened that we send to the new address.',
        'If it was you, all is well. If not, choose a new password at once. It makes that link worthless and signs everybody out: press Forgot password? on the sign-in page.',
      ],
      act: { label: 'Go to sign in', path: '/auth' },
      reason:
        'You get this email because this is the address of an account, and someone signed in to it asked for another one.',
    },
    email_changed: {
      subject: 'Your email address has been changed',
      preview: 'If it was not you, please tell us now.',
      title: 'Your email address has been changed',
      words: [
        'Your account has another email address from now on. You sign in with that one, and our emails go there. This is the last one to this address.',
        'If it was not you, please reply to this email at once. A person reads it and can help.',
      ],
      reason: 'You get this email because this was the address of an account until now.',
    },
    deletion_requested: {
      subject: 'Your account will be deleted in 24 hours',
      preview: 'Until then you can keep it with the link in this email.',
      title: 'Your account will be deleted',
      words: [
        'In 24 hours your account will be deleted: your name, your picture, your progress and everything else we hold about you. It cannot be brought back after that.',
        'If that is what you want, there is nothing to do. If you have changed your mind, or it was not you, keep your account with this link.',
      ],
      act: { label: 'Keep my account', path: '/keep-account' },
      reason:
        'You get this email because someone who knows the password of the account with this address asked to delete it.',
    },
    membership_approved: {
      subject: `Welcome to ${brand}: your account has been approved`,
      preview: 'Your account has been approved. Come in.',
      title: `Welcome to ${brand}`,
      words: [
        'Your account has been approved. Sign in with your email address and the password you chose, and the whole programme is there: calendar, mentors, videos, resources and the people you will meet.',
      ],
      act: { label: 'Sign in', path: '/auth' },
      reason: 'You get this email because you signed up with this address.',
    },
    membership_denied: {
      subject: `About your ${brand} account`,
      preview: 'A decision about your account.',
      title: 'About your account',
      words: [
        'Thank you for your interest. Unfortunately, your account application was not approved.',
        'If you have any questions, or think that this is a mistake, please reply to this email. A person reads it.',
      ],
      reason: 'You get this email because you signed up with this address.',
    },
  } as const satisfies Record<string, Letter>
}

export type LetterKind = keyof ReturnType<typeof lettersOf>

export interface Letter {
  subject: string
  /** What mail programs show beside the subject. */
  preview: string
  title: string
  words: readonly string[]
  /** The one thing to do. The link carries the token, where the mail has one, and what the page is to call it. */
  act?: { label: string; path: `/${string}`; for?: string }
  more?: readonly string[]
  /** Why this person gets this mail, and what to do when they should not. */
  reason: string
}
