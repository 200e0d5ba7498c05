/**
 * Every sentence about a failure, by its code. docs/product.md names them by their codes. A code never changes once
 * shipped.
 */
export const errorText = {
  // Fields
  email_invalid: 'Please enter a valid email address',
  password_too_short: 'Password must be at least 6 characters',
  password_too_long: 'Password must be at most 256 characters',
  passwords_differ: "Passwords don't match",

  // Sign-in and sign-up
  account_denied: 'Your account access has been denied.',
  account_pending: 'Your account is pending approval. Please wait for approval before signing in.',
  email_taken: 'An account with this email already exists. Please sign in instead.',
  invalid_credentials: 'Invalid email or password. Please check your credentials.',
  auth_failed: 'An error occurred during authentication',

  // Confirming an address
  confirmation_token_missing: 'No confirmation token provided',
  confirmation_failed: 'Failed to confirm email',
  confirmation_failed_title: 'Confirmation Failed',
  confirmation_failed_advice: 'Unable to confirm your email. Please try again or contact support.',
  confirmation_error: 'Confirmation Error',
  sign_up_decided:
    'The programme team has already decided about this account. Please reply to one of our emails.',

  // A forgotten password
  reset_request_failed: 'Failed to send reset password email',
  reset_link_invalid: 'Invalid reset link',
  reset_token_invalid: 'Invalid reset token',
  reset_failed: 'Failed to reset password',

  // Sign-out
  sign_out_failed: 'Failed to sign out. Please try again.',

  // The member's account
  not_signed_in: 'User not authenticated',
  name_empty: 'Name cannot be empty',
  name_too_long: 'Name must be at most 100 characters',
  profile_update_failed: 'Failed to update profile',
  avatar_upload_failed: 'Failed to upload avatar',
  avatar_too_large: 'File size must be less than 5MB',
  avatar_wrong_type: 'Only JPEG, PNG, and WebP images are allowed',
  avatar_unreadable: 'This picture cannot be read. Please choose another one.',
  current_password_wrong: 'Your current password is not correct.',
  email_unchanged: 'This is already your email address.',
  keep_link_invalid: 'This link is no longer valid.',

  // Deciding about a sign-up
  decided_meanwhile: 'Someone else has already decided.',
  too_late_to_undo:
    'The email is on its way. An administrator can still undo this with npm run admin -- undo.',

  // Videos
  video_not_here: "The owner doesn't allow this video on other sites.",
  video_site_unknown: 'YouTube could not tell which site this video is played on.',
  video_gone: 'This video was removed from YouTube, or is private.',
  video_broken: 'YouTube cannot play this video here.',
  video_unreachable: "Can't reach YouTube. Your network may be blocking it.",
  link_not_copied: 'The link could not be copied. It is in the address bar now.',

  // Notes
  note_too_long: 'A note can have 2,000 characters at most',
  notes_full: 'You have 500 notes, as many as there is room for. Remove one you no longer need.',
  note_not_kept: 'This note could not be saved. Copy it before you leave this page.',

  // Too much at once
  too_many_attempts: 'Too many attempts.',
  busy: 'The portal is busy right now. Please try again in a moment.',

  // Anywhere
  unexpected: 'An unexpected error occurred',
  page_outdated: 'This page is older than the portal. Copy what you wrote, reload the page and try again.',
  page_incomplete: "Part of this page couldn't be loaded. Check your connection, then reload.",
  search_incomplete: "Some results couldn't be loaded. Reload the page to try again.",
} as const

export type ErrorCode = keyof typeof errorText
