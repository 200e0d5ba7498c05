import { actions } from 'astro:actions'
import { CompanyForm } from '#src/shared/people/directory.ts'
import { companyRoleSavedNotice } from '#src/shared/people/notices.ts'
import { Disclosure } from '#src/ui/Section.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Field } from '#src/ui/Field.tsx'
import type { Person } from './person.ts'

/** Sets the company and the role of people; what isn't changed stays as it is, for each of them. The page has the roles. */
export function CompanyRoleForm({ people }: { people: readonly Pick<Person, 'id' | 'company' | 'role'>[] }) {
  const only = people.length === 1 ? people[0] : undefined
  const hint = only ? undefined : 'If you leave it empty, it stays as it is.'
  return (
    <Disclosure
      label="Company and role…"
      schema={CompanyForm}
      stored={{ company: only?.company ?? '', role: only?.role ?? '' }}
      send={async (typed) => {
        const ids = people.map(({ id }) => id)
        const { amount } = await actions.people.describe.orThrow({ ...typed, ids })
        showToast(amount > 0 ? 'success' : 'error', companyRoleSavedNotice(amount, ids.length))
        await queryClient.invalidateQueries({ queryKey: ['people'] })
      }}
      className="grid max-w-120 gap-4 rounded-control border border-line p-4"
      submit="Save"
    >
      <Field name="company" label="Company" optional hint={hint} />
      <Field name="role" label="Role" optional hint={hint} list="roles" />
    </Disclosure>
  )
}
