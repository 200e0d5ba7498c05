import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { passkeysQuery } from '#src/lib/passkeys-query.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { AddPasskey } from '#src/islands/account/Passkeys.tsx'
import { $viewer } from '#src/lib/viewer.ts'
import { UsePasskey } from '#src/ui/CurrentPasswordField.tsx'

/** Advice stands on the list alone; what is needed, on every page. */
export function AdminPasskey({ isList }: { isList: boolean }) {
  const viewer = useStore($viewer)
  const { data } = useQuery(passkeysQuery, queryClient)
  if (!data) return null
  const { isNeeded, isUsed, passkeys } = data
  if (passkeys.length > 0 ? !isNeeded || isUsed : !isNeeded && !isList) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-accent pl-4 text-sm [&_form]:max-w-120">
      <p className="min-w-0 flex-1 basis-60">{sentence(isNeeded, passkeys.length > 0)}</p>
      {passkeys.length > 0 ? (
        <UsePasskey onConfirmed={() => void queryClient.invalidateQueries(passkeysQuery)} />
      ) : (
        <AddPasskey email={viewer?.email ?? ''} />
      )}
    </div>
  )
}

function sentence(isNeeded: boolean, hasPasskey: boolean): string {
  if (hasPasskey) return 'You can look around. Use your passkey before you change anything.'
  if (isNeeded) return 'You can look around. Add a passkey before you change anything.'
  return 'Passwords get stolen, and yours can let anyone in. Add a passkey.'
}
