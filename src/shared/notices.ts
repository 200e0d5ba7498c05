/** Every sentence that tells a person something went well. Source: product specification, sections 4 and 8. */
export const noticeText = {
  signed_in: 'Welcome back!',
  signed_up: 'Account created! Your registration has been sent for approval.',
  email_confirmed_title: 'Email Confirmed',
  email_confirmed: 'Your account is now active. You can sign in.',
  confirmation_resent: 'If this address still waits to be confirmed, a new link is on its way.',
  reset_requested: 'Password reset email sent! Check your inbox.',
  password_reset: 'Your password has been updated successfully!',
  signed_out: 'Signed out successfully',
  link_copied: 'Link to this video copied',
  moment_copied: 'Link to this moment copied',
} as const

export type NoticeCode = keyof typeof noticeText
