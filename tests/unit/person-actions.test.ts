import { expect, test } from 'vitest'
import { accountSettings } from '#src/islands/people/person-actions.ts'

const PERSON = {
  status: 'approved',
  allowedActions: ['end_sessions', 'make_editor'],
  isAdmin: false,
  lastSeenAt: new Date(),
} as unknown as Parameters<typeof accountSettings>[0]

const titles = (person: object, hasEditor = true) =>
  accountSettings({ ...PERSON, ...person }, { hasEditor }).map(({ title }) => title)

test('an editor is named only where the portal has /edit, and removed everywhere', () => {
  expect(titles({})).toEqual(['Devices', 'Editor'])
  expect(titles({}, false)).toEqual(['Devices'])
  expect(titles({ allowedActions: ['end_editor'] }, false)).toEqual(['Editor'])
})

test('devices are signed out only of people who have a session', () => {
  expect(titles({ lastSeenAt: null })).toEqual(['Editor'])
})
