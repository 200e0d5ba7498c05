import { errorText } from '#src/shared/errors.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { Alert } from '../ui/Alert.tsx'

/** What the server refused. Whoever is signed out by now needs a way in. */
export function ServerAlert({ text }: { text: string | null }) {
  return (
    <>
      <Alert text={text} />
      {text === errorText.not_signed_in && (
        <p className="-mt-3 mb-5 text-sm">
          <a href={SIGN_IN_PATH} className="text-link">
            Sign in again
          </a>
        </p>
      )}
    </>
  )
}
