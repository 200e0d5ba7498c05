import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { OptionalPasswordForm, ReasonForm } from '#src/shared/forms.ts'
import { decisionTitles, messageReasons, messageTitles, refusalText } from '#src/shared/people/notices.ts'
import { type Group, groupTitles } from '#src/shared/people/groups.ts'
import { Section } from '#src/ui/Section.tsx'
import { ConfirmAction, ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { Form } from '#src/ui/Form.tsx'
import { NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'
import { Field } from '#src/ui/Field.tsx'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'
import { useStore } from '@nanostores/react'
import { $viewer } from '#src/lib/viewer.ts'
import { GroupsSection } from './GroupForms.tsx'
import { CompanyRoleForm } from './CompanyRoleForm.tsx'
import {
  availableDecisions,
  needsUnconfirmedApproval,
  type AvailableAction,
  accountSettings,
} from './person-actions.ts'
import {
  runPersonAction,
  formatColumns,
  displayName,
  type PersonDetails,
  type Programme,
  formatWarnings,
} from './person.ts'
import { EmailAliases } from './UnmatchedSubmissions.tsx'
import { PersonProgress } from './PersonProgress.tsx'
import { usePageTitle } from './usePageTitle.ts'

export function PersonPage({ id, programme }: { id: string; programme: Programme }) {
  const { groups } = programme
  const { data, failureReason: error } = usePerson(id)
  const formError = error ? toFormError(error, 'unexpected') : NO_ERROR
  // Nothing can be done for a person who was deleted; after another failed refetch, the earlier data stays.
  const person = formError.status === 'NOT_FOUND' ? undefined : data
  const placeholder = error ? 'Not shown' : 'Loading…'
  const heading = useRestoreFocus<HTMLHeadingElement>(person)
  usePageTitle(person && displayName(person))
  return (
    <>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-3 text-subheading wrap-anywhere outline-none lg:text-heading"
      >
        {person ? displayName(person) : placeholder}
      </h1>
      <div className="mt-3">
        <Alert {...formError} />
      </div>
      {person && (
        <>
          <p className="wrap-anywhere text-ink-soft">{person.fullName && person.email}</p>
          <p className="mt-1 text-ink-soft">{formatColumns(person, groups)}</p>
          <p className="mt-1 text-danger">{formatWarnings(person)}</p>
          <DecisionSection person={person} />
          {person.status === 'approved' && <PersonProgress person={person} />}
          <AccountSettings person={person} programme={programme} />
          <Decisions person={person} groups={groups} />
          <HistoryList
            title="Messages"
            entries={person.messages.map(({ latest_at, kind, state, last_error }) => ({
              label: messageTitles[kind] ?? kind,
              at: latest_at,
              text: [state === 'skipped' ? 'not sent' : state, messageReasons[last_error ?? ''] ?? last_error]
                .filter(Boolean)
                .join(': '),
            }))}
          />
        </>
      )}
    </>
  )
}

function usePerson(id: string) {
  return useQuery(
    {
      queryKey: ['people', id],
      queryFn: () => actions.people.read.orThrow({ id }),
      retry: false,
      // Until the email leaves, the action can be undone.
      refetchInterval: ({ state }) => (state.data?.allowedActions.includes('undo') ? 10_000 : false),
    },
    queryClient,
  )
}

/** Buttons decide, because mail scanners open links. */
function DecisionSection({ person }: { person: PersonDetails }) {
  const { status, undo } = person
  return (
    <section aria-label="Decision" className="mt-5">
      {undo && (
        <p className="mb-3 rounded-control bg-success-wash px-3.5 py-3 text-sm wrap-anywhere">
          {`${displayName(person)} ${statusSentence[status]}. ${undo === 'none' ? NO_EMAIL : EMAIL_IN_A_MINUTE}`}
        </p>
      )}
      {needsUnconfirmedApproval(person) && (
        <p className="mb-3 rounded-control bg-danger-wash px-3.5 py-3 text-sm">{refusalText.unconfirmed}</p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {availableDecisions(person).map((decision) => (
          <ActionButton key={decision.action} person={person} {...decision} />
        ))}
      </div>
    </section>
  )
}

function AccountSettings({ person, programme }: { person: PersonDetails; programme: Programme }) {
  return (
    <>
      <h2 className="mt-8 mb-4 text-lg">Account</h2>
      <Section
        title="Company and role"
        text={[person.company, person.role].filter(Boolean).join(' · ') || 'Members find each other by them.'}
        action={<CompanyRoleForm people={[person]} />}
      />
      <GroupsSection person={person} groups={programme.groups} />
      <EmailAliases userId={person.id} emails={person.senders} />
      {accountSettings(person, programme).map(({ title, text, actions: [action] }) => (
        <Section
          key={title}
          title={title}
          text={text}
          action={action && <ActionButton person={person} {...action} />}
        />
      ))}
    </>
  )
}

function ActionButton({
  person,
  action,
  label,
  requiredInput,
  isPrimary = false,
}: AvailableAction & { person: PersonDetails }) {
  const viewer = useStore($viewer)
  const run = (input?: Parameters<typeof runPersonAction>[2]) =>
    runPersonAction([person], action, input, '?status=invited')
  if (action === 'revoke') {
    return (
      <ConfirmAction
        label={`${label}…`}
        question="Delete the account, whose link stops working? You can’t undo this."
        confirmLabel={label}
        onConfirm={() => run()}
      />
    )
  }
  if (!requiredInput) {
    return (
      <Form onSubmit={() => run()} isCompact variant={isPrimary ? 'primary' : 'quiet'} submitLabel={label} />
    )
  }
  return (
    <ExpandableForm
      label={`${label}…`}
      schema={requiredInput === 'reason' ? ReasonForm : OptionalPasswordForm}
      onSubmit={run}
      className={`grid gap-4 rounded-control border p-4 ${action === 'keep' ? 'border-line' : 'border-danger-soft'}`}
      variant={action === 'keep' ? 'primary' : 'danger'}
      submitLabel={label}
    >
      {requiredInput === 'reason' ? (
        <Field name="reason" label="Reason" optional hint="Only your team sees this." />
      ) : (
        <CurrentPasswordField email={viewer?.email ?? ''} label="Your password" hint="To confirm it’s you." />
      )}
    </ExpandableForm>
  )
}

function Decisions({ person, groups }: { person: PersonDetails; groups: readonly Group[] }) {
  return (
    <HistoryList
      title="Decisions"
      entries={person.decisions.map(({ created_at, to_status, actor, reason, is_undo }) => ({
        label: `${is_undo ? 'Undone: ' : ''}${decisionTitles[to_status] ?? to_status}`,
        at: created_at,
        text: [`by ${actor}`, to_status.startsWith('group_') ? groupTitles([reason ?? ''], groups) : reason]
          .filter(Boolean)
          .join(': '),
      }))}
    />
  )
}

function HistoryList({ title, entries }: { title: string; entries: HistoryEntry[] }) {
  return (
    <section>
      <h2 className="mt-8 text-lg">{title}</h2>
      <ul className="mt-2 divide-y divide-line text-sm">
        {entries.length === 0 && <li className="text-ink-soft">None.</li>}
        {entries.map(({ label, at, text }, n) => (
          <li key={n} className="py-2.5 wrap-anywhere">
            <p className="font-medium first-letter:uppercase">{label}</p>
            <p className="text-ink-soft">{`${timeAgo(at)} · ${text}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface HistoryEntry {
  label: string
  at: Date
  text: string
}

const statusSentence = {
  approved: 'can sign in now',
  denied: 'was denied',
  invited: 'is invited',
  pending: 'is waiting again',
}

const EMAIL_IN_A_MINUTE = 'We’ll email them a minute after your decision. Until then, you can undo this.'
const NO_EMAIL = 'We don’t email them about it. For a minute, you can undo this.'
