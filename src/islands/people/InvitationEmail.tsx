import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { queryClient } from '#src/lib/query-client.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import type { InviteResult } from './InviteResults.tsx'

/** The email that this person would get, read before it leaves. */
export function InvitationEmail({ person: { email, name, company } }: { person: InviteResult }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = { email, name, company }
  const { data, error } = useQuery(
    {
      queryKey: ['invitation', query],
      queryFn: () => actions.people.previewInvitation.orThrow(query),
      enabled: isOpen,
    },
    queryClient,
  )
  return (
    <details className="mt-5" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-11 content-center font-medium wrap-anywhere">
        {`The email to ${name ?? email}`}
      </summary>
      <Alert {...(error ? toFormError(error, 'unexpected') : NO_ERROR)} />
      {data && (
        <div className="rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere">
          <p className="font-semibold">{`Subject: ${data.subject}`}</p>
          <p className="mt-2 whitespace-pre-line">{data.text}</p>
        </div>
      )}
    </details>
  )
}
