import { deps } from '#src/server/deps.ts'
import {
  CONFIRM_MAILS_PER_NETWORK,
  RESET_MAILS_PER_NETWORK,
  RESETS_PER_NETWORK,
  SIGN_INS_PER_DEVICE,
  SIGN_INS_PER_NETWORK,
  SIGN_UPS_PER_NETWORK,
} from '#src/server/limits/limits.ts'
import { networkOf } from '#src/server/limits/network.ts'
import { signOut } from '#src/server/sessions/session-list.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { confirmEmail, discardSignUp, resendConfirmation } from '#src/server/sign-up/confirm-email.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import {
  ConfirmForm,
  EmailForm,
  ResetPasswordForm,
  SignInForm,
  SignUpForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { noSession, putCookie, refuse } from './answer.ts'
import { json, nothing } from './body.ts'
import { publicAction } from './define.ts'
import { deliverSoon } from './deliver-soon.ts'

/** Everything about an account that needs no session. */
export const auth = {
  /** Creates a pending account and mails a link that confirms its address. */
  signUp: publicAction('auth.signUp', {
    body: json(SignUpForm),
    attempts: ({ address }) => [[SIGN_UPS_PER_NETWORK, networkOf(address)]],
    outage: 'unexpected',
    async handler(form, browser, context) {
      const result = await signUp(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      putCookie(context, result.browserCookie)
      deliverSoon(context)
      return {}
    },
  }),

  /** Succeeds every time until the link expires. */
  confirmEmail: publicAction('auth.confirmEmail', {
    body: json(ConfirmForm),
    outage: 'unexpected',
    async handler(form, browser, context) {
      const result = await confirmEmail(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      // A mail to the former address follows.
      if (result.isConfirmed) deliverSoon(context)
      return { isConfirmed: result.isConfirmed }
    },
  }),

  /** Undoes what the link was mailed for. No mail follows. */
  discardSignUp: publicAction('auth.discardSignUp', {
    body: json(TokenForm),
    outage: 'unexpected',
    async handler({ token }, _browser, context) {
      const result = await discardSignUp(deps(), token)
      if (!result.ok) refuse(context, result)
      return { discarded: result.discarded }
    },
  }),

  /** The same answer for every address. */
  resendConfirmation: publicAction('auth.resendConfirmation', {
    body: json(EmailForm),
    attempts: ({ address }) => [[CONFIRM_MAILS_PER_NETWORK, networkOf(address)]],
    outage: 'unexpected',
    async handler({ email }, browser, context) {
      const result = await resendConfirmation(deps(), email, browser)
      if (!result.ok) refuse(context, result)
      deliverSoon(context)
      return {}
    },
  }),

  /** Sets the session cookie of an approved member. */
  signIn: publicAction('auth.signIn', {
    body: json(SignInForm),
    // A known browser has its own limit beside that of its network.
    attempts: ({ address, deviceToken }) => [
      [SIGN_INS_PER_NETWORK, networkOf(address)],
      ...(deviceToken ? ([[SIGN_INS_PER_DEVICE, deviceToken]] as const) : []),
    ],
    outage: 'unexpected',
    async handler(form, browser, context) {
      const result = await signIn(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      putCookie(context, result.cookie)
      putCookie(context, result.deviceCookie)
      return {}
    },
  }),

  /** The same answer for every address. */
  requestPasswordReset: publicAction('auth.requestPasswordReset', {
    body: json(EmailForm),
    attempts: ({ address }) => [[RESET_MAILS_PER_NETWORK, networkOf(address)]],
    outage: 'reset_request_failed',
    async handler({ email }, browser, context) {
      const result = await requestPasswordReset(deps(), email, browser)
      if (!result.ok) refuse(context, result)
      deliverSoon(context)
      return {}
    },
  }),

  /** Sets the new password, once for each link, and ends all sessions. An invited member is signed in. */
  resetPassword: publicAction('auth.resetPassword', {
    body: json(ResetPasswordForm),
    attempts: ({ address }) => [[RESETS_PER_NETWORK, networkOf(address)]],
    outage: 'reset_failed',
    async handler(form, browser, context) {
      const result = await resetPassword(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      putCookie(context, result.cookie ?? noSession)
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
      return { isSignedIn: result.cookie !== null }
    },
  }),

  /** Ends all sessions of the member. The cookie goes even when the database cannot be reached. */
  signOut: publicAction('auth.signOut', {
    body: nothing,
    outage: 'sign_out_failed',
    async handler(_nothing, browser, context) {
      putCookie(context, noSession)
      await signOut(deps(), browser.sessionToken)
      return {}
    },
  }),
}
