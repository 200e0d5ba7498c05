/**
 * Every sentence that tells a person something went wrong, by the code the program knows it under.
 * Source of the wording: product specification, sections 5 and 8. A code never changes once shipped.
 */
export const errorText = {
  // Fields
  email_invalid: 'Please enter a valid email address',
  password_too_short: 'Password must be at least 6 characters',
  password_too_long: 'Password must be at most 256 characters',

  // Sign-in and sign-up
  account_denied: 'Your account access has been denied.',
  account_pending: 'Your account is pending approval. Please wait for approval before signing in.',
  email_taken: 'An account with this email already exists. Please sign in instead.',
  invalid_credentials: 'Invalid email or password. Please check your credentials.',
  auth_failed: 'An error occurred during authentication',

  // Sign-out
  sign_out_failed: 'Failed to sign out. Please try again.',

  // Anywhere
  unexpected: 'An unexpected error occurred',
} as const

export type ErrorCode = keyof typeof errorText
