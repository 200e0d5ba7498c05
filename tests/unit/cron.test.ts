import { expect, test } from 'vitest'
import { isDue } from '../../netlify/local/cron.ts'

/** A Monday. */
const moment = new Date('2026-03-02T09:30:00Z')

test.each([
  '* * * * *',
  '30 9 * * *',
  '*/15 * * * *',
  '0,30 * * * *',
  '25-35 8-10 2 3 1',
  '0/10 * * * *',
  '10-40/20 * * * *',
])('%s names Monday 2 March, 09:30', (schedule) => {
  expect(isDue(schedule, moment)).toBe(true)
})

test.each([
  '31 9 * * *',
  '*/20 * * * *',
  '30 9 * * 0',
  '30 9 1 * *',
  '@hourly',
  '@daily',
  '',
  '* * * *',
  'every minute',
])('%s does not', (schedule) => {
  expect(isDue(schedule, moment)).toBe(false)
})

test('shorthands stand for what Netlify says they do', () => {
  expect(isDue('@hourly', new Date('2026-03-02T09:00:00Z'))).toBe(true)
  expect(isDue('@daily', new Date('2026-03-02T00:00:00Z'))).toBe(true)
})
