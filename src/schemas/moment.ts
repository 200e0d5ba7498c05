import { z } from 'zod'

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?: ((?:[01]\d|2[0-3]):[0-5]\d))?$/
const WRITE = 'Write a day such as 2025-06-02, or a day and a time such as 2025-06-02 09:00.'

/** A day, or a day and a time, on the programme's clock: `2025-06-02`, `2025-06-02 09:00`. */
export const moment = z.preprocess(
  // Astro's own reader of YAML makes a date of a day.
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.string().regex(MOMENT, { error: WRITE, abort: true }).refine(isMoment, WRITE),
)

function isMoment(text: string): boolean {
  const [, day = '', time = '00:00'] = MOMENT.exec(text) ?? []
  const date = new Date(`${day}T${time}Z`)
  // A day that no calendar has would be one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
