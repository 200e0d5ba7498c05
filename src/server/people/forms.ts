import * as z from 'zod/mini'
import { Company, CompanyForm } from '#src/shared/people/directory.ts'
import { EMAIL_MAX_CHARACTERS } from '#src/shared/field-limits.ts'
import { PresentPassword, ReasonForm, RowId } from '#src/shared/forms.ts'
import { personActions } from '#src/shared/people/notices.ts'
import { PEOPLE_AT_ONCE, personStatuses } from '#src/shared/people/people.ts'
import { oneLine, Email, FullName } from '#src/shared/people/person.ts'

const Status = z.enum(personStatuses)

/** What an administrator looks for. */
export const PeopleForm = z.object({
  status: Status,
  search: z.pipe(z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS)), z.transform(oneLine)),
  skipped: z.int().check(z.nonnegative()),
})
export const PersonForm = z.object({ id: RowId })

/** `status`: of each person, as the administrator sees it. */
export const PersonActionForm = z.object({
  action: z.enum(personActions),
  people: z.array(z.object({ id: RowId, status: Status })).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE)),
  reason: z._default(ReasonForm.shape.reason, ''),
  currentPassword: z.optional(PresentPassword),
})
/** What is missing stays as it is; what is empty is removed. */
export const DescribeForm = z.object({
  ids: z.array(RowId).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE)),
  ...CompanyForm.shape,
})
/** `isTrial`: says what would happen, for which no password is needed. */
export const InviteForm = z.object({
  people: z
    .array(z.object({ email: Email, name: FullName, company: Company }))
    .check(z.maxLength(PEOPLE_AT_ONCE)),
  isTrial: z.boolean(),
  currentPassword: z.optional(PresentPassword),
})

export type PeopleForm = z.output<typeof PeopleForm>
export type PersonActionForm = z.output<typeof PersonActionForm>
export type DescribeForm = z.output<typeof DescribeForm>
export type InviteForm = z.output<typeof InviteForm>
