import { defineAction } from 'astro:actions'
import { app } from '#src/server/app.ts'
import {
  EmailForm,
  ProofForm,
  ResetPasswordForm,
  SignInForm,
  SignUpForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { answer, refuse } from './answer.ts'
import { browserOf, putCookie } from './browser.ts'
import { deliverSoon } from './deliver-soon.ts'

/**
 * Everything about an account that needs no page. Each action reads the session cookie itself and trusts nothing
 * that the gate passed on.
 */
export const auth = {
  /** Creates a pending account and mails a link that confirms its address. */
  signUp: defineAction({
    input: SignUpForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().signUp(form, browserOf(context))
        if (!result.ok) refuse(context, result)
        putCookie(context, result.browserCookie)
        deliverSoon(context)
        return {}
      }),
  }),

  /** Succeeds every time until the link expires. */
  confirmEmail: defineAction({
    input: TokenForm,
    handler: ({ token }, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().confirmEmail(token, browserOf(context))
        if (!result.ok) refuse(context, result)
        // The former address is told of the new one; whoever is on the roster, that they are approved.
        deliverSoon(context)
        return { passwordNeeded: result.passwordNeeded }
      }),
  }),

  /** Undoes what the link was mailed for. Nobody is told. */
  discardSignUp: defineAction({
    input: TokenForm,
    handler: ({ token }, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().discardSignUp(token)
        if (!result.ok) refuse(context, result)
        return { discarded: result.discarded }
      }),
  }),

  /** Proves the password of a sign-up with the link that confirms its address. It signs nobody in. */
  proveSignUp: defineAction({
    input: ProofForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().proveSignUp(form, browserOf(context))
        if (!result.ok) refuse(context, result)
        deliverSoon(context)
        return {}
      }),
  }),

  /** Sets the password of a sign-up that nobody has proven yet, once. It signs nobody in. */
  setSignUpPassword: defineAction({
    input: ResetPasswordForm,
    handler: (form, context) =>
      answer(context, 'reset_failed', async () => {
        const result = await app().setSignUpPassword(form, browserOf(context))
        if (!result.ok) refuse(context, result)
        putCookie(context, result.deviceCookie)
        deliverSoon(context)
        return {}
      }),
  }),

  /** The same answer for every address. */
  resendConfirmation: defineAction({
    input: EmailForm,
    handler: ({ email }, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().resendConfirmation(email, browserOf(context))
        if (!result.ok) refuse(context, result)
        deliverSoon(context)
        return {}
      }),
  }),

  /** Sets the session cookie of an approved member. */
  signIn: defineAction({
    input: SignInForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().signIn(form, browserOf(context))
        if (!result.ok) refuse(context, result)
        putCookie(context, result.cookie)
        putCookie(context, result.deviceCookie)
        return {}
      }),
  }),

  /** The same answer for every address. */
  requestPasswordReset: defineAction({
    input: EmailForm,
    handler: ({ email }, context) =>
      answer(context, 'reset_request_failed', async () => {
        const result = await app().requestPasswordReset(email, browserOf(context))
        if (!result.ok) refuse(context, result)
        deliverSoon(context)
        return {}
      }),
  }),

  /** Sets the new password, once for each link, and ends all sessions. It signs nobody in. */
  resetPassword: defineAction({
    input: ResetPasswordForm,
    handler: (form, context) =>
      answer(context, 'reset_failed', async () => {
        const result = await app().resetPassword(form, browserOf(context))
        if (!result.ok) refuse(context, result)
        putCookie(context, app().blankSessionCookie())
        putCookie(context, result.deviceCookie)
        deliverSoon(context)
        return {}
      }),
  }),

  /** Ends all sessions of the member. The cookie goes even when the database cannot be reached. */
  signOut: defineAction({
    handler: (_input, context) =>
      answer(context, 'sign_out_failed', async () => {
        putCookie(context, app().blankSessionCookie())
        await app().signOut(browserOf(context).sessionToken)
        return {}
      }),
  }),
}
