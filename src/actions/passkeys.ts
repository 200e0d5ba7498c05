import { PasskeyInput, PasskeyRemovalInput } from '#src/server/passkeys/inputs.ts'
import {
  addPasskey,
  confirmWithPasskey,
  declinePasskey,
  listPasskeys,
  removePasskey,
  startAdding,
  startConfirming,
} from '#src/server/passkeys/passkeys.ts'
import { signInWithPasskey, startPasskeySignIn } from '#src/server/sign-in/sign-in-with-passkey.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { memberAction, publicAction } from './define.ts'

// Each ceremony starts with options that hold a challenge, and ends with the browser's response.
export const passkeys = {
  startSignIn: publicAction({ handler: startPasskeySignIn }),
  signIn: publicAction({ input: PasskeyInput, handler: signInWithPasskey }),

  startAdding: memberAction({ input: OptionalPasswordForm, handler: startAdding }),
  add: memberAction({ input: PasskeyInput, delivers: true, handler: addPasskey }),

  startConfirming: memberAction({ handler: startConfirming }),
  confirm: memberAction({ input: PasskeyInput, handler: confirmWithPasskey }),

  list: memberAction({ handler: listPasskeys }),
  remove: memberAction({ input: PasskeyRemovalInput, delivers: true, handler: removePasskey }),
  decline: memberAction({ handler: declinePasskey }),
}
