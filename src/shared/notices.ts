/** Every sentence about a success. docs/product.md names them by their codes. */
export const noticeText = {
  signed_in: 'Welcome back!',
  signed_up: 'Account created! Your registration has been sent for approval.',
  email_confirmed_title: 'Email Confirmed',
  email_confirmed: 'Your account is now active. You can sign in.',
  sign_up_discarded: 'This sign-up has been removed. There is nothing else to do.',
  email_change_discarded: 'Your address will not be used for that account. There is nothing else to do.',
  confirmation_resent: 'If this address is not confirmed yet, a new link is on its way.',
  reset_requested: 'Password reset email sent! Check your inbox.',
  password_reset: 'Your password has been updated successfully!',
  signed_out: 'Signed out successfully',
  link_copied: 'Link copied',
  moment_copied: 'Link to this moment copied',
  profile_updated: 'Profile updated successfully',
  avatar_updated: 'Avatar updated successfully',
  avatar_removed: 'Your picture has been removed.',
  email_change_requested: 'We sent a link to your new address.',
  session_ended: 'That session has ended.',
  other_sessions_ended: 'All your other sessions have ended.',
  feed_copied: 'Calendar link copied',
  feed_ended: 'Your calendar link has been revoked.',
  data_downloaded: 'Your data has been downloaded.',
  deletion_requested: 'Your account will be deleted in 24 hours. Use the link in our email to keep it.',
} as const

export type NoticeCode = keyof typeof noticeText
