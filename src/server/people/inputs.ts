import * as z from 'zod/mini'
import { Company, CompanyForm, Role } from '#src/shared/people/directory.ts'
import { EMAIL_MAX_CHARACTERS } from '#src/shared/field-limits.ts'
import { CurrentPassword, ReasonForm, RowId } from '#src/shared/forms.ts'
import { personActions } from '#src/shared/people/notices.ts'
import { MAX_PEOPLE_PER_REQUEST, personSorts, personStatuses } from '#src/shared/people/people.ts'
import { normalizeLine, Email, FullName } from '#src/shared/people/person.ts'

const Status = z.enum(personStatuses)
const GroupNames = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))
const SearchText = z.pipe(z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS)), z.transform(normalizeLine))

export const PeopleQuery = z.object({
  status: Status,
  search: SearchText,
  skipped: z.int().check(z.nonnegative()),
  // Pages from before a deploy send none of these.
  role: z._default(SearchText, ''),
  group: z._default(SearchText, ''),
  sort: z._default(z.enum(personSorts), 'status'),
  keepsStatus: z.optional(z.boolean()),
})
export const PersonQuery = z.object({ id: RowId })

export const PersonActionInput = z.object({
  action: z.enum(personActions),
  people: z
    .array(z.object({ id: RowId, status: Status }))
    .check(z.minLength(1), z.maxLength(MAX_PEOPLE_PER_REQUEST)),
  reason: z._default(ReasonForm.shape.reason, ''),
  currentPassword: z.optional(CurrentPassword),
})
/** What is missing stays as it is; what is empty is removed. */
export const CompanyRoleInput = z.object({
  ids: z.array(RowId).check(z.minLength(1), z.maxLength(MAX_PEOPLE_PER_REQUEST)),
  ...CompanyForm.shape,
})
/** What each of several lists of people is added to and removed from. */
export const GroupsInput = z.object({
  changes: z
    .array(
      z.object({
        ids: z.array(RowId).check(z.minLength(1), z.maxLength(MAX_PEOPLE_PER_REQUEST)),
        add: GroupNames,
        remove: GroupNames,
      }),
    )
    .check(z.minLength(1), z.maxLength(3)),
})
/** A person whose invitation an administrator reads before it leaves. */
export const InvitationQuery = z.object({ email: Email, name: FullName, company: Company })
/** `isDryRun`: says what would happen, for which no password is needed. */
export const InviteInput = z.object({
  people: z
    .array(
      z.object({
        email: Email,
        name: FullName,
        company: Company,
        role: z._default(Role, null),
        groups: z._default(GroupNames, []),
      }),
    )
    .check(z.maxLength(MAX_PEOPLE_PER_REQUEST)),
  isDryRun: z.boolean(),
  currentPassword: z.optional(CurrentPassword),
})

export type PeopleQuery = z.output<typeof PeopleQuery>
export type PersonActionInput = z.output<typeof PersonActionInput>
export type CompanyRoleInput = z.output<typeof CompanyRoleInput>
export type GroupsInput = z.output<typeof GroupsInput>
export type InviteInput = z.output<typeof InviteInput>
