import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { CurrentPassword } from '#src/ui/Section.tsx'
import { useStore } from '@nanostores/react'
import { $viewer } from '#src/lib/viewer.ts'

/** Asks administrators for their password before they decide about many people or invite them. */
export function PasswordForMany() {
  return (
    <CurrentPassword
      email={useStore($viewer)?.email ?? ''}
      label="Your password"
      hint={`For more than ${MAX_PEOPLE_WITHOUT_PASSWORD} people in ten minutes, to confirm it’s you.`}
    />
  )
}
