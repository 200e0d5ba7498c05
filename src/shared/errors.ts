/** Every sentence about a failure, by its code, as docs/product.md names it. A code never changes once shipped. */
export const errorText = {
  // Fields
  email_invalid: 'Please enter a valid email address',
  password_empty: 'Enter your password',
  password_too_short: 'Password must be at least 6 characters',
  password_too_long: 'Password must be at most 256 characters',
  password_common: 'Many people use this password. Choose one that’s harder to guess',
  passwords_differ: "Passwords don't match",

  // Sign-in and sign-up
  account_denied: 'Your account access has been denied.',
  account_pending: 'Your account is pending approval. Please wait for approval before signing in.',
  account_unconfirmed: 'First, confirm your email with the link we sent you. Then we’ll review your account.',
  email_taken: 'An account with this email already exists. Please sign in instead.',
  email_unusual: 'If your address is right, press the button again.',
  honeypot_filled:
    'A browser extension, such as a password manager, filled in a field that is hidden from people. We’ve emptied it: please press the button again.',
  invalid_credentials: 'Invalid email or password. Please check your credentials.',
  password_has_spaces:
    'Invalid email or password. Please check your credentials. Your password begins or ends with a space.',
  mailbox_has_spellings:
    'Invalid email or password. Please check your credentials. Use the spelling you signed up with: gmail.com and googlemail.com are different here.',
  cookie_refused: 'Your browser didn’t keep our cookie. Allow cookies for this site.',
  other_address: 'You can’t sign in or save anything at this address. Open the portal at its own.',
  auth_failed: 'An error occurred during authentication',

  // Confirming an address
  confirmation_token_missing: 'No confirmation token provided',
  confirmation_failed: 'Failed to confirm email',
  confirmation_failed_title: 'Confirmation Failed',
  confirmation_failed_advice: 'Unable to confirm your email. Please try again or contact support.',
  confirmation_error: 'Confirmation Error',
  confirmation_link_ended:
    'Links work for a limited time. If you’ve told us it wasn’t you, there’s nothing else to do.',
  password_needed: 'This browser isn’t signed in to your account any more. Enter the password.',
  restore_link_invalid:
    'This link has expired, or the change was taken back with an earlier one. If your account has a wrong address, reply to our email.',
  email_taken_meanwhile: 'Another account uses this address now. Reply to our email, and we’ll help.',
  sign_up_decided: 'We’ve already reviewed this account. Please reply to any of our emails.',

  // A forgotten password
  reset_request_failed: 'Failed to send reset password email',
  reset_link_invalid: 'Invalid reset link',
  reset_token_invalid: 'Invalid reset token',
  reset_failed: 'Failed to reset password',
  invitation_link_incomplete: 'This invitation link is incomplete. Copy the whole link from the email.',
  invitation_invalid: 'This invitation was used or withdrawn, or has expired. Sign in, or get a new link.',

  // Deadlines
  deadline_gone: 'This deadline isn’t in the programme any more. Please load the page again.',
  already_reminded: 'An administrator has already reminded people of this deadline.',
  reminders_sent: 'The emails have been sent, so they can’t be taken back any more.',
  submission_not_found:
    'Another administrator has settled this, or the person is gone. Please load the page again.',
  form_exists: 'There is an address of this name.',
  form_name_missing: 'Please say which form it is',

  // Sign-out
  sign_out_failed: 'Failed to sign out. Please try again.',

  // The member's account
  not_signed_in: 'You’re signed out.',
  avatar_not_signed_in: 'User not authenticated',
  name_empty: 'Name cannot be empty',
  name_too_long: 'Name must be at most 100 characters',
  longer_than_40: 'Keep this to 40 characters or fewer',
  longer_than_80: 'Keep this to 80 characters or fewer',
  longer_than_160: 'Keep this to 160 characters or fewer',
  longer_than_290: 'Keep this to 290 characters or fewer',
  link_invalid: 'Write one full address, such as https://example.org, or leave this empty',
  profile_update_failed: 'Failed to update profile',
  avatar_upload_failed: 'Failed to upload avatar',
  avatar_too_large: 'File size must be less than 5MB',
  avatar_wrong_type: 'Only JPEG, PNG, and WebP images are allowed',
  avatar_heic: 'This is an iPhone HEIC picture: export it as JPEG, then choose that file.',
  avatar_unreadable: 'We couldn’t read this picture. Please choose another one.',
  current_password_wrong: 'Your current password is incorrect.',
  password_unchanged: 'This is your current password. Choose another one',
  email_unchanged: 'This is already your email address.',
  email_moved: 'Your email has already changed, because someone confirmed it with the link we sent there.',
  address_not_copied: 'Couldn’t copy the address. It’s selected: copy it from there.',
  feed_not_copied: 'Couldn’t copy the link. It’s selected above: copy it from there.',
  keep_link_invalid: 'This link is no longer valid.',
  deletion_decided: 'We’ve already decided to delete your account. To keep it, write to us.',

  // Administrators' work with people
  not_admin: 'Only administrators can do this. Ask one of them, or reload the page.',
  passkey_needed: 'Administrators need a passkey for this. Use yours, or add one, first.',
  passkey_refused: 'This passkey doesn’t work here. Use your password.',
  passkey_expired: 'That took too long. Please try again.',
  passkey_unsupported: 'This browser can’t use passkeys. Use your password.',
  passkey_not_added: 'No passkey was added. You can try again.',
  passkey_unused: 'No passkey was used. Try again, or use your password.',
  passkey_exists: 'There is a passkey for your account on this device.',
  passkeys_full: 'You have 10 passkeys. Remove one first.',
  last_passkey: 'Administrators need a passkey here. Add another one first.',
  password_missing: 'This needs your password. If no field asks for it, press again or reload the page.',
  reason_too_long: 'Keep your reason to 1,000 characters or fewer',
  person_not_found: 'We can’t find this person. The account may have been deleted.',
  last_admin: 'The portal needs an administrator. Make someone else one first.',

  // Videos
  sample_video: 'This is a sample. The programme team will put the recording here.',
  video_not_here: 'The owner doesn’t allow this video on other sites.',
  video_site_unknown: 'Your browser hides this site’s address from YouTube, so the video can’t play here.',
  video_withdrawn: 'This video isn’t in your playlist any more. Please load the page again.',
  video_gone: 'This video is private or was removed from YouTube.',
  video_broken: 'YouTube can’t play this video here.',
  video_unreachable: 'Can’t reach YouTube. Your network may be blocking it.',
  link_not_copied: 'Couldn’t copy the link. Copy it from the address bar.',

  // Ticks, marks and positions
  progress_unsent: 'Not saved yet. It stays in this browser, and we’ll try again.',
  progress_signed_out: 'You’re signed out. It stays in this browser, and is saved after you sign in again.',
  progress_unsent_unkept: 'Not saved yet. Keep this page open, and we’ll try again.',
  progress_signed_out_unkept:
    'You’re signed out, so this isn’t saved. Keep this page open, and sign in again in another tab.',

  // Notes
  note_too_long: 'Keep your note to 2,000 characters or fewer',
  notes_full: 'You’ve reached the limit of 500 notes. Remove one you no longer need.',
  note_not_kept: 'Couldn’t save this note. Copy it before you leave this page.',
  note_not_removed: 'Couldn’t remove this note. Please try again.',
  note_signed_out: 'You’re signed out. This note stays in this browser until you sign in and save it.',
  note_unsent:
    'Can’t connect right now. This note stays in this browser and is saved when you’re back online.',
  note_waiting: 'The portal is busy right now. This note stays in this browser, and we’ll try again.',
  notes_unread: 'Couldn’t load your notes. Please try again.',

  // Too much at once
  request_too_large: 'This is too much to send at once. Send less.',
  too_many_attempts: 'Too many attempts.',
  busy: 'The portal is busy right now. Please try again in a moment.',

  // Anywhere
  unexpected: 'An unexpected error occurred',
  unreachable: 'Can’t reach the portal: check your connection, then try again.',
  page_outdated: 'The portal has been updated. Copy what you wrote, then reload the page.',
  page_incomplete: 'Part of this page didn’t load. Check your connection, then reload.',
  search_incomplete: 'Some results couldn’t be loaded. Reload the page to try again.',
} as const

export type ErrorCode = keyof typeof errorText
