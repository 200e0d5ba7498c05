import { z } from 'zod'

const WRITE = 'Write a time zone such as Pacific/Honolulu or America/Los_Angeles.'

/** The clock of a place, as the IANA names it. */
export const timezone = z
  .string()
  .regex(/^(?:UTC|[A-Za-z]+\/.+)$/, { error: WRITE, abort: true })
  .refine(isTimeZone, WRITE)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
