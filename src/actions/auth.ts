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
import { proveSignUp, setSignUpPassword } from '#src/server/sign-up/prove-sign-up.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import {
  EmailForm,
  ProofForm,
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
    body: json(TokenForm),
    outage: 'unexpected',
    async handler({ token }, browser, context) {
      const result = await confirmEmail(deps(), token, browser)
      if (!result.ok) refuse(context, result)
      // The former address is told of the new one; whoever is on the roster, that they are approved.
      deliverSoon(context)
      return { passwordNeeded: result.passwordNeeded }
    },
  }),

  /** Undoes what the link was mailed for. Nobody is told. */
  discardSignUp: publicAction('auth.discardSignUp', {
    body: json(TokenForm),
    outage: 'unexpected',
    async handler({ token }, _browser, context) {
      const result = await discardSignUp(deps(), token)
      if (!result.ok) refuse(context, result)
      return { discarded: result.discarded }
    },
  }),

  /** Proves the password of a sign-up with the link that confirms its address. It signs nobody in. */
  proveSignUp: publicAction('auth.proveSignUp', {
    body: json(ProofForm),
    attempts: ({ address }) => [[SIGN_INS_PER_NETWORK, networkOf(address)]],
    outage: 'unexpected',
    async handler(form, browser, context) {
      const result = await proveSignUp(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      deliverSoon(context)
      return {}
    },
  }),

  /** Sets the password of a sign-up that nobody has proven yet, once. It signs nobody in. */
  setSignUpPassword: publicAction('auth.setSignUpPassword', {
    body: json(ResetPasswordForm),
    attempts: ({ address }) => [[RESETS_PER_NETWORK, networkOf(address)]],
    outage: 'reset_failed',
    async handler(form, browser, context) {
      const result = await setSignUpPassword(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
      return {}
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
    // A known browser has its own limit, whatever its network has used up.
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

  /** Sets the new password, once for each link, and ends all sessions. It signs nobody in. */
  resetPassword: publicAction('auth.resetPassword', {
    body: json(ResetPasswordForm),
    attempts: ({ address }) => [[RESETS_PER_NETWORK, networkOf(address)]],
    outage: 'reset_failed',
    async handler(form, browser, context) {
      const result = await resetPassword(deps(), form, browser)
      if (!result.ok) refuse(context, result)
      putCookie(context, noSession)
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
      return {}
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
