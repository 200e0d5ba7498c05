import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { WebhookNameForm } from '#src/shared/forms.ts'
import { dueNotice } from '#src/shared/people/notices.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { Section } from '#src/ui/Section.tsx'
import { ConfirmAction, ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Field } from '#src/ui/Field.tsx'
import { timeAgo } from '#src/lib/time-ago.ts'
import type { DueData } from './deadline-rows.ts'

const refetchDue = () => queryClient.invalidateQueries({ queryKey: ['due'] })

export function WebhookEndpoints({ due: { forms, starts, unmatched } }: { due: DueData }) {
  const heading = useRestoreFocus<HTMLHeadingElement>(forms.length, unmatched.length)
  return (
    <section aria-labelledby="forms">
      <h2 ref={heading} tabIndex={-1} id="forms" className="mt-8 text-lg outline-none">
        Forms that tick deadlines
      </h2>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        Your form tool can tell us when a member has sent a form. Then home says “Sent”, and we don’t remind
        them.
      </p>
      {forms.map((endpoint) => (
        <Section
          key={endpoint.name}
          title={endpoint.name}
          text={formatUsage(endpoint).join(' · ')}
          action={
            <ConfirmAction
              label="Revoke…"
              srSuffix={endpoint.name}
              question={`Revoke ${endpoint.name}? What it sends is refused from then on.`}
              confirmLabel="Revoke"
              onConfirm={() => revokeEndpoint(endpoint.name)}
            />
          }
        >
          <p className="text-sm text-danger">{formatRejection(endpoint)}</p>
        </Section>
      ))}
      <NewEndpointForm titles={new Map(starts.map(({ event, title }) => [event, title]))} />
    </section>
  )
}

function formatUsage({ createdAt, lastUsedAt, lastTestedAt, lastTestEmail }: WebhookEndpoint): string[] {
  const tester = lastTestEmail ? ` by ${lastTestEmail}` : ''
  return [
    `Created ${timeAgo(createdAt)}`,
    lastUsedAt ? `last form ${timeAgo(lastUsedAt)}` : 'no form yet',
    ...(lastTestedAt ? [`last test${tester} ${timeAgo(lastTestedAt)}`] : []),
  ]
}

/** null if the last rejection is older than 31 days. Most tools send an unfinished answer before the finished one. */
function formatRejection({ lastUsedAt, lastRejectedAt, rejectionReason }: WebhookEndpoint): string | null {
  const reason = rejectionText[rejectionReason ?? '']
  if (!lastRejectedAt || !reason || lastRejectedAt.getTime() < Date.now() - 31 * DAY_MS) return null
  if (rejectionReason === 'unfinished' && lastUsedAt && lastUsedAt > lastRejectedAt) return null
  return `Refused ${timeAgo(lastRejectedAt)}: ${reason}`
}

const rejectionText: Readonly<Record<string, string | undefined>> = {
  too_large: 'an answer was over 256 KiB.',
  no_address: 'an answer had no email address.',
  unreadable: 'an answer was neither JSON nor a form’s fields.',
  unfinished: 'an answer wasn’t finished. Choose the event of a form that was sent.',
  unknown_deadline: 'no deadline has the name at the end of the address.',
  too_many: 'over 2,000 answers came in an hour.',
}

async function revokeEndpoint(name: string) {
  await actions.due.endForm.orThrow({ name })
  showToast('success', dueNotice.form_ended)
  await refetchDue()
}

function NewEndpointForm({ titles }: { titles: ReadonlyMap<string, string> }) {
  const [path, setPath] = useState<string | null>(null)
  return (
    <div className="mt-4 flex flex-wrap gap-5">
      <ExpandableForm
        label="New address…"
        schema={WebhookNameForm}
        onSubmit={async (values) => {
          setPath((await actions.due.addForm.orThrow(values)).path)
          showToast('success', dueNotice.form_added)
          await refetchDue()
        }}
        className="grid max-w-120 gap-4 rounded-control border border-line p-4"
        submitLabel="Create"
      >
        <Field name="name" label="Name" hint="Such as the form tool’s: Typeform" />
      </ExpandableForm>
      {path && (
        <div className="grid basis-full gap-3 rounded-control bg-success-wash p-4 text-sm">
          <p>Paste the deadline’s address into your form tool. Keep it private. It’s shown only once.</p>
          {[...titles].map(([event, title]) => (
            <EndpointAddress
              key={event}
              event={event}
              title={title}
              address={`${location.origin}${path}${event}`}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function EndpointAddress({ event, title, address }: EndpointAddressProps) {
  const fieldId = `address-of-${event}`
  return (
    <div className="grid gap-2 sm:grid-cols-[1fr_auto] sm:items-end">
      <Field
        id={fieldId}
        name={event}
        label={title}
        readOnly
        defaultValue={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        text={address}
        fieldId={fieldId}
        label="Copy"
        copiedText={dueNotice.address_copied}
        refusedText={errorText.address_not_copied}
      />
    </div>
  )
}

interface EndpointAddressProps {
  event: string
  title: string
  address: string
}

type WebhookEndpoint = DueData['forms'][number]
