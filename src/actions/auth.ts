import { isUncommon } from '#src/server/members/common-passwords.ts'
import { signOutEverywhere } from '#src/server/sessions/session-list.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { confirmEmail, discardSignUp, requestConfirmation, signUp } from '#src/server/sign-up/sign-up.ts'
import {
  ConfirmForm,
  EmailForm,
  ResetPasswordForm,
  SignInForm,
  SignUpForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { deliverSoon, noSession, unwrap, putCookie } from './answer.ts'
import { jsonBody } from './body.ts'
import { publicAction } from './define.ts'

/** Actions that need no session. */
export const auth = {
  /** Creates a pending account and emails a link that confirms its address. */
  signUp: publicAction('auth.signUp', {
    body: jsonBody(SignUpForm.check(isUncommon('password'))),
    async handler(deps, form, browser, context) {
      const { browserCookie } = unwrap(context, await signUp(deps, form, browser))
      putCookie(context, browserCookie)
      deliverSoon(context)
    },
  }),

  /** Idempotent until the link expires. */
  confirmEmail: publicAction('auth.confirmEmail', {
    body: jsonBody(ConfirmForm),
    async handler(deps, form, browser, context) {
      const { status } = unwrap(context, await confirmEmail(deps, form, browser))
      // Administrators get a notice, or after an email change the old address.
      if (status) deliverSoon(context)
      return { status }
    },
  }),

  /** Deletes the sign-up or the email change that the link is for. */
  discardSignUp: publicAction('auth.discardSignUp', {
    body: jsonBody(TokenForm),
    async handler(deps, { token }, _browser, context) {
      const { discarded } = unwrap(context, await discardSignUp(deps, token))
      return { discarded }
    },
  }),

  /** Returns the same for every address. */
  resendConfirmation: publicAction('auth.resendConfirmation', {
    body: jsonBody(EmailForm),
    async handler(deps, { email }, browser, context) {
      unwrap(context, await requestConfirmation(deps, email, browser))
      deliverSoon(context)
    },
  }),

  /** Sets the session cookie of an approved member. Says whether it's the first sign-in. */
  signIn: publicAction('auth.signIn', {
    body: jsonBody(SignInForm),
    async handler(deps, form, browser, context) {
      const result = unwrap(context, await signIn(deps, form, browser))
      putCookie(context, result.cookie)
      putCookie(context, result.deviceCookie)
      return { isFirst: result.isFirst }
    },
  }),

  /** Returns the same for every address. */
  requestPasswordReset: publicAction('auth.requestPasswordReset', {
    body: jsonBody(EmailForm),
    outage: 'reset_request_failed',
    async handler(deps, { email }, browser, context) {
      unwrap(context, await requestPasswordReset(deps, email, browser))
      deliverSoon(context)
    },
  }),

  /** Whose password a link sets, and whether this browser is signed in. */
  readPasswordLink: publicAction('auth.readPasswordLink', {
    body: jsonBody(TokenForm),
    handler: (deps, { token }, browser) => readPasswordLink(deps, token, browser),
  }),

  /** Sets a new password, once per link, and ends all sessions. Signs an invited member in. */
  resetPassword: publicAction('auth.resetPassword', {
    body: jsonBody(ResetPasswordForm.check(isUncommon('password'))),
    outage: 'reset_failed',
    async handler(deps, form, browser, context) {
      const result = unwrap(context, await resetPassword(deps, form, browser))
      putCookie(context, result.cookie ?? noSession)
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
      return { isSignedIn: result.cookie !== null }
    },
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
