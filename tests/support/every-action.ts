import { endpoints } from '#src/server/gate/endpoints.ts'

export const everyAction = Object.keys(endpoints)

/** Actions for people without a session: what they may do is what tests of each are about. */
export const publicActions = [
  ...['auth.signUp', 'auth.confirmEmail', 'auth.discardSignUp', 'auth.resendConfirmation', 'auth.signIn'],
  ...['auth.signOut', 'auth.requestPasswordReset', 'auth.readPasswordLink', 'auth.resetPassword'],
  ...['auth.confirmEmailChange', 'auth.readEmailRestore', 'auth.restoreEmail'],
  'account.keepAccount',
]
