import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { noticeText } from '#src/shared/notices.ts'
import { useField } from '#src/ui/changes.ts'
import { Form } from '#src/ui/Form.tsx'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { MEMBERS } from '#src/islands/members/useMembers.ts'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Section } from '#src/ui/Section.tsx'

/** What the member says in the directory, and what of it others see. */
export function DirectoryEntry() {
  const { data, failureReason: error } = useQuery(
    { queryKey: OWN, queryFn: () => actions.members.readOwn.orThrow() },
    queryClient,
  )
  return (
    <Section
      title="Members’ directory"
      text="Other members see your picture, name, company, role and what you do."
    >
      <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      {/* From the beginning, so that nothing below it moves. */}
      <Form
        key={String(data !== undefined)}
        schema={DirectoryForm}
        stored={data && Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? '']))}
        send={async (typed) => {
          queryClient.setQueryData(OWN, await actions.members.saveOwn.orThrow(typed))
          showToast('success', noticeText.profile_updated)
          await queryClient.invalidateQueries(MEMBERS)
        }}
        fallback="profile_update_failed"
        isRow
        submit="Save entry"
        disabled={!data}
      >
        <fieldset disabled={!data} className="contents">
          <Field name="company" label="Company" optional autoComplete="organization" />
          <Field name="about" label="What you do" optional />
          <Field name="link" label="Link" optional autoComplete="url" />
          <Field name="handle" label="Phone or handle" optional />
          <fieldset>
            <legend className="text-sm font-medium">Other members also see</legend>
            <Box name="showsEmail" label="My email address" />
            <Box name="showsLink" label="My link" />
            <Box name="showsHandle" label="My phone or handle" />
          </fieldset>
        </fieldset>
      </Form>
    </Section>
  )
}

function Box({ name, label }: { name: string; label: string }) {
  const field = useField(name)
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        name={name}
        className="checkbox size-5"
        checked={field?.value === true}
        onChange={({ target }) => field?.change(target.checked)}
      />
      {label}
    </label>
  )
}

const OWN = ['members', 'own']
