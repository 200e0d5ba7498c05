import { Alert } from './Alert.tsx'
import { NO_ERROR, toFormError } from './form-error.ts'

/** Why something couldn't be read. */
export function ErrorAlert({ error }: { error: Error | null }) {
  return <Alert {...(error ? toFormError(error, 'unexpected') : NO_ERROR)} />
}
