import { isUncommon } from '#src/server/members/common-passwords.ts'
import { confirmEmailChange, readEmailRestore, restoreEmail } from '#src/server/members/email-change.ts'
import { signOutEverywhere } from '#src/server/sessions/session-list.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { confirmEmail, discardSignUp, requestConfirmation, signUp } from '#src/server/sign-up/sign-up.ts'
import { noSession } from '#src/server/tokens.ts'
import {
  ConfirmChangeForm,
  ConfirmForm,
  EmailForm,
  ResetPasswordForm,
  SignInForm,
  SignUpForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { putCookie } from './answer.ts'
import { jsonBody } from './body.ts'
import { publicAction } from './define.ts'

export const auth = {
  signUp: publicAction('auth.signUp', {
    body: jsonBody(SignUpForm.check(isUncommon('password'))),
    delivers: true,
    handler: signUp,
  }),

  /** Idempotent until the link expires. */
  confirmEmail: publicAction('auth.confirmEmail', {
    body: jsonBody(ConfirmForm),
    // Administrators get a notice.
    delivers: true,
    handler: confirmEmail,
  }),

  /** Changes the address with the member's session or password. Idempotent until the link expires. */
  confirmEmailChange: publicAction('auth.confirmEmailChange', {
    body: jsonBody(ConfirmChangeForm),
    delivers: true,
    handler: confirmEmailChange,
  }),

  /** What the link takes back. */
  readEmailRestore: publicAction('auth.readEmailRestore', {
    body: jsonBody(TokenForm),
    handler: readEmailRestore,
  }),

  /** Takes a change of address back. Idempotent until the link expires. */
  restoreEmail: publicAction('auth.restoreEmail', {
    body: jsonBody(TokenForm),
    delivers: true,
    handler: restoreEmail,
  }),

  discardSignUp: publicAction('auth.discardSignUp', {
    body: jsonBody(TokenForm),
    handler: discardSignUp,
  }),

  /** Returns the same for every address. */
  resendConfirmation: publicAction('auth.resendConfirmation', {
    body: jsonBody(EmailForm),
    delivers: true,
    handler: requestConfirmation,
  }),

  signIn: publicAction('auth.signIn', {
    body: jsonBody(SignInForm),
    handler: signIn,
  }),

  /** Returns the same for every address. */
  requestPasswordReset: publicAction('auth.requestPasswordReset', {
    body: jsonBody(EmailForm),
    outage: 'reset_request_failed',
    delivers: true,
    handler: requestPasswordReset,
  }),

  /** Whose password a link sets, and whether this browser is signed in. */
  readPasswordLink: publicAction('auth.readPasswordLink', {
    body: jsonBody(TokenForm),
    handler: readPasswordLink,
  }),

  /** Sets a new password, once per link, and ends all sessions. Signs an invited member in. */
  resetPassword: publicAction('auth.resetPassword', {
    body: jsonBody(ResetPasswordForm.check(isUncommon('password'))),
    outage: 'reset_failed',
    delivers: true,
    handler: resetPassword,
  }),

  /** Ends all sessions of the member. Deletes the cookie even during an outage. */
  signOut: publicAction('auth.signOut', {
    outage: 'sign_out_failed',
    async handler(deps, _body, browser, context) {
      putCookie(context, noSession)
      await signOutEverywhere(deps, browser.sessionToken)
    },
  }),
}
