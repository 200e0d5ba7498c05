import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { noticeText } from '#src/shared/notices.ts'
import { useField } from '#src/ui/form-state.ts'
import { Form } from '#src/ui/Form.tsx'
import { NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import { MEMBERS } from '#src/islands/members/useMembers.ts'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Section } from '#src/ui/Section.tsx'

export function DirectoryEntry() {
  const { data, failureReason: error } = useQuery(
    { queryKey: OWN_ENTRY, queryFn: () => actions.members.readOwn.orThrow() },
    queryClient,
  )
  return (
    <Section
      title="Members’ directory"
      text="Other members see your picture, name, company, role and what you do."
    >
      <Alert {...(error ? toFormError(error, 'unexpected') : NO_ERROR)} />
      {/* From the beginning, so that nothing below it moves. */}
      <Form
        key={String(data !== undefined)}
        schema={DirectoryForm}
        savedValues={
          data && Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? '']))
        }
        onSubmit={async (values) => {
          queryClient.setQueryData(OWN_ENTRY, await actions.members.saveOwn.orThrow(values))
          showToast('success', noticeText.profile_updated)
          await queryClient.invalidateQueries(MEMBERS)
        }}
        fallbackCode="profile_update_failed"
        isCompact
        submitLabel="Save entry"
        disabled={!data}
      >
        <fieldset disabled={!data} className="contents">
          <Field name="company" label="Company" optional autoComplete="organization" />
          <Field name="about" label="What you do" optional />
          <Field name="websiteUrl" label="Link" optional autoComplete="url" />
          <Field name="contact" label="Phone or handle" optional />
          <fieldset>
            <legend className="text-sm font-medium">Other members also see</legend>
            <Checkbox name="showsEmail" label="My email address" />
            <Checkbox name="showsWebsite" label="My link" />
            <Checkbox name="showsContact" label="My phone or handle" />
          </fieldset>
        </fieldset>
      </Form>
    </Section>
  )
}

function Checkbox({ name, label }: { name: string; label: string }) {
  const { value, setValue } = useField(name)
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        name={name}
        className="checkbox size-5"
        checked={value === true}
        onChange={({ target }) => setValue(target.checked)}
      />
      {label}
    </label>
  )
}

const OWN_ENTRY = ['members', 'own']
