import { isUncommon } from '#src/server/members/common-passwords.ts'
import { confirmEmailChange, readEmailRestore, restoreEmail } from '#src/server/members/email-change.ts'
import { signOutEverywhere } from '#src/server/sessions/sessions.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { confirmEmail, discardSignUp, requestConfirmation, signUp } from '#src/server/sign-up/sign-up.ts'
import { noSession } from '#src/server/cookies.ts'
import {
  ConfirmChangeInput,
  ConfirmInput,
  EmailForm,
  ResetPasswordInput,
  SignInForm,
  SignUpForm,
  TokenInput,
} from '#src/shared/forms.ts'
import { publicAction } from './define.ts'
import { setCookie } from './result.ts'

export const auth = {
  signUp: publicAction({
    input: SignUpForm.check(isUncommon('password')),
    delivers: true,
    handler: signUp,
  }),

  confirmEmail: publicAction({
    input: ConfirmInput,
    // Administrators get a notice.
    delivers: true,
    handler: confirmEmail,
  }),

  confirmEmailChange: publicAction({
    input: ConfirmChangeInput,
    delivers: true,
    handler: confirmEmailChange,
  }),

  readEmailRestore: publicAction({ input: TokenInput, handler: readEmailRestore }),

  restoreEmail: publicAction({
    input: TokenInput,
    delivers: true,
    handler: restoreEmail,
  }),

  discardSignUp: publicAction({ input: TokenInput, handler: discardSignUp }),

  resendConfirmation: publicAction({
    input: EmailForm,
    delivers: true,
    handler: requestConfirmation,
  }),

  signIn: publicAction({ input: SignInForm, handler: signIn }),

  requestPasswordReset: publicAction({
    input: EmailForm,
    delivers: true,
    handler: requestPasswordReset,
  }),

  readPasswordLink: publicAction({ input: TokenInput, handler: readPasswordLink }),

  resetPassword: publicAction({
    input: ResetPasswordInput.check(isUncommon('password')),
    delivers: true,
    handler: resetPassword,
  }),

  // Deletes the cookie even during an outage.
  signOut: publicAction({
    async handler(deps, _input, browser, context) {
      setCookie(context, noSession)
      await signOutEverywhere(deps, browser.sessionToken)
    },
  }),
}
