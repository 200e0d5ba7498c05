import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { DirectoryForm, maxCodePoints } from '#src/shared/people/directory.ts'
import { noticeText } from '#src/shared/notices.ts'
import { useField } from '#src/ui/form-state.ts'
import { Form } from '#src/ui/Form.tsx'
import { MEMBERS } from '#src/islands/members/useMembers.ts'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Section } from '#src/ui/Section.tsx'

export function DirectoryEntry() {
  const { data, failureReason: error } = useQuery(ownEntryQuery, queryClient)
  return (
    <Section
      title="Members’ directory"
      text="Other members see your picture, name, company, role and what you do. Your link, phone and email address stay hidden until you tick them."
    >
      <ErrorAlert error={error} />
      {/* From the beginning, so that nothing below it moves. */}
      <Form
        key={String(data !== undefined)}
        schema={DirectoryForm}
        savedValues={
          data && Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? '']))
        }
        onSubmit={async (values) => {
          queryClient.setQueryData(ownEntryQuery.queryKey, await actions.members.saveOwn.orThrow(values))
          showToast('success', noticeText.profile_updated)
          await queryClient.invalidateQueries(MEMBERS)
        }}
        fallbackCode="profile_update_failed"
        isCompact
        className={error && !data ? 'hidden' : 'grid gap-4'}
        submitLabel="Save entry"
        disabled={!data}
      >
        <fieldset disabled={!data} className="contents">
          <Field
            name="company"
            label="Company"
            optional
            autoComplete="organization"
            maxCodePoints={maxCodePoints.company}
          />
          <Field name="about" label="What you do" optional maxCodePoints={maxCodePoints.about} />
          <div>
            <Field name="websiteUrl" label="Link" optional autoComplete="url" />
            <Checkbox name="showsWebsite" label="Other members see my link" />
          </div>
          <div>
            <Field name="contact" label="Phone or handle" optional maxCodePoints={maxCodePoints.contact} />
            <Checkbox name="showsContact" label="Other members see my phone or handle" />
          </div>
          <Checkbox name="showsEmail" label="Other members see my email address" />
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

const ownEntryQuery = {
  queryKey: [...MEMBERS.queryKey, 'own'],
  queryFn: () => actions.members.readOwn.orThrow(),
}
