import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NOTE_LABEL_MAX_CHARACTERS, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

/** Where a member is in a video, and notes. */

const password = 'aloha kakahiaka'
const VIDEO = 'cohort-17/week-0/mentor-orientation'
const note = { video: VIDEO, title: 'Mentor Orientation', fragment: 'x', seconds: 754, text: 'Ask why' }
const written = () => ({ ...note, id: randomUUID(), replaces: null })

const actions = await useBuiltActions()

test('progress of a removed video stays in the database but is not read', async () => {
  const leilani = await signIn('leilani@example.org')
  await query(
    actions.database,
    `insert into video_progress (user_id, video, watched, marked_at)
      select id, 'cohort-17/week-0/taken-out', true, now() from users`,
  )
  expect((await actions.call('progress.list', { zone: null }, leilani)).body).not.toContain('taken-out')
  expect(await query(actions.database, 'select from video_progress')).toHaveLength(1)
})

test('a note of the greatest length fits into a body, is read, and can be removed', async () => {
  const leilani = await signIn('leilani@example.org')
  const label = '\u0001'.repeat(NOTE_LABEL_MAX_CHARACTERS)
  const text = `x${'\u0001'.repeat(NOTE_MAX_CODE_POINTS - 1)}`
  const form = { ...written(), text, title: label, fragment: label }
  expect((await actions.call('notes.save', form, leilani)).status).toBe(200)
  expect((await actions.call('notes.read', undefined, leilani)).body).toContain(VIDEO)
  expect((await actions.call('notes.remove', { id: form.id }, leilani)).status).toBe(200)
  expect(await query(actions.database, 'select from notes')).toEqual([])
})

function signIn(email: string): Promise<Record<string, string>> {
  return signedIn(actions, { email, password })
}
