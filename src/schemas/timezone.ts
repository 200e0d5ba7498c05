import { z } from 'zod'

/** The clock of a place, as the IANA names it. */
export const timezone = z
  .string()
  .refine(isTimeZone, 'Write a time zone such as Pacific/Honolulu or America/Los_Angeles.')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name.includes('/') || name === 'UTC'
  } catch {
    return false
  }
}
