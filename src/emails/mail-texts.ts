import { ACCOUNT_HASH } from '#src/shared/paths.ts'
import type { MailProgramme } from './mail-frame.tsx'

export function companyText(company: string): string {
  return `Your company: ${company}. You can change it in your account.`
}

export function mailTexts({ brand, program }: MailProgramme) {
  return {
    ...FIXED_TEXTS,
    invitation: {
      subject: `You’re invited to ${brand}`,
      preview: 'Choose a password to get started.',
      paragraphs: [`The ${brand} team invited you to ${program}. Choose a password to open the portal.`],
      action: { label: 'Choose a password', path: '/invitation' },
      after: [
        'The link works once and expires in 14 days. After that, use “Forgot password?” on the sign-in page to get a new one.',
      ],
      reason: `You’re receiving this because the ${brand} team invited this address.`,
    },
    change_email: {
      subject: 'Confirm your new email address',
      preview: 'The link expires in 24 hours.',
      paragraphs: [
        `Use this address for your ${brand} account? You’ll sign in with it, and we’ll send our emails here.`,
        'Open the link in a browser where you’re signed in, or have your password ready. It expires in 24 hours.',
      ],
      action: { label: 'Use this address', path: '/confirm-email', for: 'address' },
      reason:
        'You’re receiving this because a member asked to use this address for their account. If it wasn’t you, open the link and choose “It wasn’t me”, or ignore this email: the account keeps its current address.',
    },
    membership_approved: {
      subject: `Welcome to ${brand}: your account has been approved`,
      preview: 'You can sign in now.',
      title: `Welcome to ${brand}`,
      paragraphs: [
        'Your account has been approved. Sign in with your email and password, and the whole programme is yours: calendar, mentors, videos, resources and the people you’ll meet.',
      ],
      action: { label: 'Sign in', path: '/auth' },
      reason: 'You’re receiving this because you signed up with this address.',
    },
    membership_denied: {
      subject: `About your ${brand} account`,
      preview: 'We’ve reviewed your application.',
      title: 'About your account',
      paragraphs: [
        'Thank you for your interest. Unfortunately, your account application was not approved.',
        'If you have any questions, or think this is a mistake, reply to this email. A person reads every reply.',
      ],
      reason: 'You’re receiving this because you signed up with this address.',
    },
    membership_ended: {
      subject: `About your ${brand} account`,
      preview: 'Your access has ended.',
      title: 'About your account',
      paragraphs: [
        `Our team has ended your access to ${brand}, so you can’t sign in any more.`,
        'If you have any questions, or think this is a mistake, reply to this email. A person reads every reply.',
      ],
      reason: 'You’re receiving this because it’s about the account with this address.',
    },
  } as const satisfies Record<string, MailText>
}

const FIXED_TEXTS = {
  confirm_email: {
    subject: 'Confirm your email address',
    preview: 'Then we’ll review your account.',
    paragraphs: ['Thanks for signing up. Please confirm that this is your email address.'],
    action: { label: 'Confirm email', path: '/confirm-email' },
    after: [
      'Then it’s our turn: our team reviews every sign-up. You’ll receive an email once your account has been approved.',
    ],
    reason:
      'You’re receiving this because someone signed up with this address. If it wasn’t you, open the link and choose “It wasn’t me”, or ignore this email: we remove unconfirmed sign-ups after 30 days.',
  },
  reset_password: {
    subject: 'Reset your password',
    preview: 'The link expires in 1 hour.',
    paragraphs: [
      'Use this link to choose a new password. It expires in 1 hour and works once. Choosing a new password signs you out everywhere.',
    ],
    action: { label: 'Choose a new password', path: '/reset-password' },
    reason:
      'You’re receiving this because someone asked to reset the password for this address. If it wasn’t you, ignore this email: your password stays the same.',
  },
  password_changed: {
    subject: 'Your password has been changed',
    preview: 'If this wasn’t you, please act now.',
    paragraphs: [
      'Your password was just changed, and we signed you out of every other browser.',
      'If this was you, no action is needed. If not, reset your password on the sign-in page right away, and tell us by replying to this email.',
    ],
    action: { label: 'Go to sign in', path: '/auth' },
    reason: 'You’re receiving this because it’s about the account with this address.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    preview: 'If this wasn’t you, please act now.',
    paragraphs: [
      'You can now sign in with the passkey that was just added to your account, in place of your password.',
      'If this was you, no action is needed. If not, remove it under “Security” in your account settings, change your password there, and tell us by replying to this email.',
    ],
    action: { label: 'Open Security', path: `/${ACCOUNT_HASH}security` },
    reason: 'You’re receiving this because it’s about the account with this address.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    preview: 'If this wasn’t you, please act now.',
    paragraphs: [
      'A passkey of your account was just removed, and doesn’t sign in any more. Your password does.',
      'If this was you, or you asked us to do it, no action is needed. If not, change your password under “Security” in your account settings, and tell us by replying to this email.',
    ],
    action: { label: 'Open Security', path: `/${ACCOUNT_HASH}security` },
    reason: 'You’re receiving this because it’s about the account with this address.',
  },
  email_change_requested: {
    subject: 'Someone asked to change your email address',
    preview: 'If this wasn’t you, please act now.',
    title: 'Your email address may change',
    paragraphs: [
      'Someone who’s signed in to your account and knows your password, or has your passkey, asked to change its email address. Nothing changes until they confirm it with the link we sent to the new address.',
      'If this was you, no action is needed. If not, use “Forgot password?” on the sign-in page right away. A new password cancels the change and signs everyone out.',
    ],
    action: { label: 'Go to sign in', path: '/auth' },
    reason: 'You’re receiving this because it’s about the account with this address.',
  },
  email_changed: {
    subject: 'Your email address has been changed',
    preview: 'If this wasn’t you, please tell us now.',
    paragraphs: [
      'Your account now uses a different email address. Use that one to sign in. This is our last email to this address.',
      'If this wasn’t you, reply to this email right away. A person reads every reply.',
    ],
    reason: 'You’re receiving this because your account used this address until now.',
  },
  restore_email: {
    subject: 'Your email address has been changed',
    preview: 'If this wasn’t you, take it back.',
    paragraphs: [
      'Your account now uses a different email address. Use that one to sign in.',
      'If this wasn’t you, or the new address is wrong, take the change back within 7 days. That signs everyone out and ends the password. To get help from a person, reply to this email.',
    ],
    action: { label: 'Take back the change', path: '/restore-email' },
    reason: 'You’re receiving this because your account used this address until now.',
  },
  email_restored: {
    subject: 'Your email address is back',
    preview: 'Choose a new password to sign in.',
    paragraphs: [
      'Your account uses this address again. We signed everyone out, removed all passkeys and ended the password, because whoever changed the address knew it.',
      'Choose a new password to sign in. The link expires in 1 hour and works once. After that, use “Forgot password?” on the sign-in page.',
    ],
    action: { label: 'Choose a new password', path: '/reset-password' },
    reason: 'You’re receiving this because someone took back the change of your email address.',
  },
  email_change_reverted: {
    subject: 'Your new email address was taken back',
    preview: 'The account uses its earlier address again.',
    paragraphs: [
      'Someone with access to the account’s earlier mailbox took back the change to this address. The account uses the earlier one again, and everyone was signed out. This is our last email to this address.',
      'If this wasn’t you, reply to this email right away. A person reads every reply.',
    ],
    reason: 'You’re receiving this because the account used this address until now.',
  },
  deletion_requested: {
    subject: 'Your account will be deleted in 24 hours',
    preview: 'Changed your mind? You can still keep it.',
    title: 'Your account will be deleted',
    paragraphs: [
      'In 24 hours we’ll delete your account: your name, picture, progress and everything else we hold about you. You can’t undo this later.',
      'If that’s what you want, no action is needed. If you’ve changed your mind, or this wasn’t you, keep your account.',
    ],
    action: { label: 'Keep my account', path: '/keep-account' },
    reason:
      'You’re receiving this because someone who knows your password, or has your passkey, asked to delete the account with this address.',
  },
} as const satisfies Record<string, MailText>

export type MailTextKind = keyof ReturnType<typeof mailTexts>

export interface MailText {
  subject: string
  preview: string
  /** In the email itself; the subject, if it says nothing else. */
  title?: string
  paragraphs: readonly string[]
  /** The link carries the email's token, if any, and what it is for. */
  action?: { label: string; path: `/${string}`; for?: string }
  after?: readonly string[]
  /** Why this person gets the email, and what to do if it wasn't them. */
  reason: string
}
