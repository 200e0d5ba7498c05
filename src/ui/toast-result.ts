import { toFormError } from './form-error.ts'
import { showToast } from './toasts.ts'

/** Shows a toast with an action's result. Returns whether it succeeded. */
export async function toastResult(action: Promise<unknown>, successText: string): Promise<boolean> {
  try {
    await action
    showToast('success', successText)
    return true
  } catch (error) {
    showToast('error', toFormError(error, 'unexpected').text ?? '')
    return false
  }
}
