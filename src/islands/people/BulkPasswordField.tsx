import { useStore } from '@nanostores/react'
import { $viewer } from '#src/lib/viewer.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'

export function BulkPasswordField() {
  return (
    <CurrentPasswordField
      email={useStore($viewer)?.email ?? ''}
      label="Your password"
      hint={`For more than ${MAX_PEOPLE_WITHOUT_PASSWORD} people in ten minutes, to confirm it’s you.`}
    />
  )
}
