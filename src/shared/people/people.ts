import { COMPANY_MAX_CODE_POINTS, EMAIL_MAX_CHARACTERS, NAME_MAX_CODE_POINTS } from '../field-limits.ts'
import type { PersonAction } from './notices.ts'

/** In the order of the tabs at /people. */
export const personStatuses = ['pending', 'invited', 'approved', 'denied'] as const
export type PersonStatus = (typeof personStatuses)[number]

/** `status`: as administrators need the people of a status, such as the longest waiting first. */
export const personSorts = ['status', 'name', 'company', 'role', 'videos'] as const
export type PersonSort = (typeof personSorts)[number]

/** In place of a group, for those in none. */
export const NO_GROUP = '-'

/** Need the administrator's password, because an undo can't take back what a stranger at their browser does with them. */
export const sensitiveActions: readonly PersonAction[] = ['make_admin', 'end_admin', 'delete', 'keep']

/**
 * How many people an administrator may decide about or invite at once without the password. Several requests within ten minutes
 * count together; those about one person have a limit of their own.
 */
export const MAX_PEOPLE_WITHOUT_PASSWORD = 20

/** @param allowance how many may be decided about or invited now without it. */
export function needsPassword(count: number, allowance: number): boolean {
  return count > 1 && count > allowance
}

/** Page size of a list, and how many people an action takes. */
export const MAX_PEOPLE_PER_REQUEST = 500

/** Maximum body of an action with a list: each person with the longest address, name and company in UTF-8, and JSON around. */
export const PEOPLE_BODY_MAX_BYTES =
  MAX_PEOPLE_PER_REQUEST * (EMAIL_MAX_CHARACTERS + 4 * (NAME_MAX_CODE_POINTS + COMPANY_MAX_CODE_POINTS) + 60)
