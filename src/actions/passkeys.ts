import * as passkey from '#src/server/passkeys/passkeys.ts'
import { signInWithPasskey, startPasskeySignIn } from '#src/server/sign-in/sign-in-with-passkey.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { memberAction, publicAction } from './define.ts'

// Each ceremony starts with options that hold a challenge, and ends with the browser's response.
export const passkeys = {
  startSignIn: publicAction({ handler: startPasskeySignIn }),
  signIn: publicAction({ input: passkey.PasskeyInput, handler: signInWithPasskey }),

  startAdding: memberAction({ input: OptionalPasswordForm, handler: passkey.startAdding }),
  add: memberAction({ input: passkey.PasskeyInput, delivers: true, handler: passkey.addPasskey }),

  startConfirming: memberAction({ handler: passkey.startConfirming }),
  confirm: memberAction({ input: passkey.PasskeyInput, handler: passkey.confirmWithPasskey }),

  list: memberAction({ handler: passkey.listPasskeys }),
  remove: memberAction({
    input: passkey.PasskeyRemovalInput,
    delivers: true,
    handler: passkey.removePasskey,
  }),
  decline: memberAction({ handler: passkey.declinePasskey }),
}
