import { actions } from 'astro:actions'
import { CompanyForm, maxCodePoints } from '#src/shared/people/directory.ts'
import { companyRoleSavedNotice, nothingTyped } from '#src/shared/people/notices.ts'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Field } from '#src/ui/Field.tsx'
import type { Person } from './person.ts'

export function CompanyRoleForm({ people }: { people: readonly Pick<Person, 'id' | 'company' | 'role'>[] }) {
  const onlyPerson = people.length === 1 ? people[0] : undefined
  const hint = onlyPerson ? undefined : 'If you leave it empty, it stays as it is.'
  return (
    <ExpandableForm
      label="Company and role…"
      schema={CompanyForm}
      savedValues={{ company: onlyPerson?.company ?? '', role: onlyPerson?.role ?? '' }}
      onSubmit={async (values) => {
        if (!onlyPerson && Object.keys(values).length === 0) {
          showToast('error', nothingTyped)
          return
        }
        const ids = people.map(({ id }) => id)
        const { amount } = await actions.people.describe.orThrow({ ...values, ids })
        showToast(amount > 0 ? 'success' : 'error', companyRoleSavedNotice(amount, ids.length))
        await queryClient.invalidateQueries({ queryKey: ['people'] })
      }}
      className="grid max-w-120 gap-4 rounded-control border border-line p-4"
      submitLabel="Save"
    >
      <Field name="company" label="Company" optional hint={hint} maxCodePoints={maxCodePoints.company} />
      {/* People.tsx has the datalist. */}
      <Field name="role" label="Role" optional hint={hint} list="roles" maxCodePoints={maxCodePoints.role} />
    </ExpandableForm>
  )
}
