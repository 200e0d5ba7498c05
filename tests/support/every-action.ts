import type { server } from '#src/actions/index.ts'
import { endpoints } from '#src/server/gate/endpoints.ts'

type Server = typeof server
type ActionName = { [Group in keyof Server]: `${Group}.${keyof Server[Group] & string}` }[keyof Server]

/** The types check that the gate lists each; it answers 404 to others. */
export const everyAction = Object.keys(endpoints satisfies Record<ActionName, unknown>)

/** Actions for people without a session: what they may do is what tests of each are about. */
export const publicActions = [
  'passkeys.startSignIn',
  'passkeys.signIn',
  ...['auth.signUp', 'auth.confirmEmail', 'auth.discardSignUp', 'auth.resendConfirmation', 'auth.signIn'],
  ...['auth.signOut', 'auth.requestPasswordReset', 'auth.readPasswordLink', 'auth.resetPassword'],
  ...['auth.confirmEmailChange', 'auth.readEmailRestore', 'auth.restoreEmail'],
  'account.keepAccount',
]
