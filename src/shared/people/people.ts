/** What the administrators' page and its actions share. */

/** The statuses of people, in the order of the page's views. The first is shown first. */
export const personStatuses = ['pending', 'invited', 'approved', 'denied'] as const
export type PersonStatus = (typeof personStatuses)[number]

/** What an administrator can do to people. SQL's act_on_people has the same names. */
export const personActions = [
  'approve',
  'deny',
  'undo',
  'invite',
  'end_sessions',
  'make_editor',
  'end_editor',
  'make_admin',
  'end_admin',
  'delete',
  'keep',
] as const
export type PersonAction = (typeof personActions)[number]

/** Need the administrator's password, because an undo can't take back what a stranger at their browser does with them. */
export const provenActions: readonly PersonAction[] = ['make_admin', 'end_admin', 'delete']

/** Of a list, and of people at once. */
export const PEOPLE_AT_ONCE = 500
