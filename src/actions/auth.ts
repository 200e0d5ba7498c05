import { defineAction } from 'astro:actions'
import { app } from '#src/server/app.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { answer, refuse } from './answer.ts'
import { putCookie, sessionToken } from './cookies.ts'

/** Signing up, in and out. Each of them reads the session cookie itself and trusts nothing the gate passed on. */
export const auth = {
  /** Creates a pending account. */
  signUp: defineAction({
    input: SignUpForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().signUp(form)
        if (!result.ok) refuse(result.code)
        return {}
      }),
  }),

  /** Sets the session cookie of an approved member. */
  signIn: defineAction({
    input: SignInForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const userAgent = context.request.headers.get('user-agent')
        const result = await app().signIn(form, { sessionToken: sessionToken(context), userAgent })
        if (!result.ok) refuse(result.code)
        putCookie(context, result.cookie)
        return {}
      }),
  }),

  /** Ends all sessions of the member. The cookie goes even when the database cannot be reached. */
  signOut: defineAction({
    handler: (_input, context) =>
      answer(context, 'sign_out_failed', async () => {
        const token = sessionToken(context)
        putCookie(context, app().blankSessionCookie())
        await app().signOut(token)
        return {}
      }),
  }),
}
