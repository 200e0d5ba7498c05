/** Every sentence about a success, by its code, as docs/product.md names it. */
export const noticeText = {
  signed_in: 'Welcome back!',
  joined: 'Welcome! You’re signed in.',
  signed_up: 'Account created! Your registration has been sent for approval.',
  approval_pending:
    "Your account is currently under review. You'll receive an email notification once your account has been approved.",
  application_denied:
    'Unfortunately, your account application was not approved. Please contact support if you have any questions.',
  email_confirmed_title: 'Email Confirmed',
  confirmed_approved: 'Your account is now active. You can sign in.',
  confirmed_pending: 'Thanks, your email is confirmed. We’re reviewing your account and will email you.',
  confirmed_denied: 'Thanks, your email is confirmed.',
  sign_up_discarded: 'We’ve removed this sign-up. There’s nothing else to do.',
  email_change_discarded: 'We won’t use your address for that account. There’s nothing else to do.',
  email_changed: 'Your account uses the new address. Sign in with it from now on.',
  email_restored:
    'Your account uses its earlier address again, and everyone was signed out. Choose a new password with the link in our latest email, or with “Forgot password?”.',
  confirmation_resent:
    'If this email isn’t confirmed yet, check its inbox. We send up to three links an hour.',
  reset_requested: 'Password reset email sent! Check your inbox.',
  password_reset: 'Your password has been updated successfully!',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  signed_out: 'Signed out successfully',
  link_copied: 'Link copied',
  moment_copied: 'Link to this moment copied',
  profile_updated: 'Profile updated successfully',
  avatar_updated: 'Avatar updated successfully',
  email_change_cancelled: 'Your email stays as it is.',
  feed_copied: 'Calendar link copied',
  data_downloaded: 'Your data has been downloaded',
  deletion_cancelled:
    'Your account won’t be deleted. If you didn’t ask us to delete it, change your password now.',
  deletion_requested: 'Your account will be deleted in 24 hours. Use the link in our email to keep it.',
} as const

/** Doesn’t say that one was sent: after three, none is, silently. */
export const linkSentTo = (email: string) => `Check the inbox of ${email}. We send up to three links an hour.`
