import { z } from 'zod'
import { dayError, isDay } from './day.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?: ((?:[01]\d|2[0-3]):[0-5]\d))?$/
const WRITE = 'Write a day such as 2025-06-02, or a day and a time such as 2025-06-02 09:00.'

/** A day, or a day and a time, on the programme's clock: `2025-06-02`, `2025-06-02 09:00`. */
export const moment = z
  .string()
  .regex(MOMENT, { error: WRITE, abort: true })
  .refine(isMoment, { error: dayError(WRITE) })

function isMoment(text: string): boolean {
  const [, day] = MOMENT.exec(text) ?? []
  return day !== undefined && isDay(day)
}
