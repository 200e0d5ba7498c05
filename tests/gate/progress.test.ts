import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NOTE_LABEL_MAX_CHARACTERS, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

/** Where a member is in a video, and notes. */

const password = 'aloha kakahiaka'
const VIDEO = 'cohort-17/week-0/mentor-orientation'
const position = { video: VIDEO, positionSeconds: 754, durationSeconds: 1800, playedMsAgo: 1000 }
const change = { ...position, watched: false, markedMsAgo: null }
const note = { video: VIDEO, title: 'Mentor Orientation', fragment: 'x', seconds: 754, text: 'Ask why' }
const written = () => ({ ...note, id: randomUUID(), replaces: null })

const actions = await useBuiltActions()

const kinds = [
  ['progress', 'video_progress', (bad = {}) => ({ changes: [{ ...change, ...bad }] }), '754'],
  ['notes', 'notes', (bad = {}) => ({ ...written(), ...bad }), 'Ask why'],
] as const

describe.each(kinds)('%s', (noun, table, form, shown) => {
  const save = (input: unknown, as: Record<string, string>) => actions.call(`${noun}.save`, input, as)
  const rows = () => query(actions.database, `select from ${table}`)

  test('that a member saves is read by that member only', async () => {
    const [leilani, keala] = [await signIn('leilani@example.org'), await signIn('keala@example.org')]
    expect((await save(form(), leilani)).status).toBe(200)
    expect(await rows()).toHaveLength(1)
    expect((await actions.call(`${noun}.read`, { zone: null }, leilani)).body).toContain(shown)
    expect((await actions.call(`${noun}.read`, { zone: null }, keala)).body).not.toContain(shown)
  })

  test('for another member, malformed or of a megabyte changes nothing', async () => {
    const leilani = await signIn('leilani@example.org')
    const padding = 'x'.repeat(1024 * 1024)
    for (const bad of [
      { ...form(), userId: 'somebody-else' },
      form({ userId: 'somebody-else' }),
      form({ video: '../../etc/passwd' }),
      form({ video: '__proto__', seconds: -1 }),
      noun,
      null,
    ])
      expect((await save(bad, leilani)).status, JSON.stringify(bad)).toBe(400)
    expect([400, 413]).toContain((await save({ ...form(), padding }, leilani)).status)
    expect(await rows()).toEqual([])
  })
})

test('progress of a removed video stays in the database but is not read', async () => {
  const leilani = await signIn('leilani@example.org')
  await query(
    actions.database,
    `insert into video_progress (user_id, video, watched, marked_at)
      select id, 'cohort-17/week-0/taken-out', true, now() from users`,
  )
  expect((await actions.call('progress.read', { zone: null }, leilani)).body).not.toContain('taken-out')
  expect(await query(actions.database, 'select from video_progress')).toHaveLength(1)
})

test('a note of the greatest length fits into a body, is counted, and can be removed', async () => {
  const leilani = await signIn('leilani@example.org')
  const label = '\u0001'.repeat(NOTE_LABEL_MAX_CHARACTERS)
  const text = `x${'\u0001'.repeat(NOTE_MAX_CODE_POINTS - 1)}`
  const form = { ...written(), text, title: label, fragment: label }
  expect((await actions.call('notes.save', form, leilani)).status).toBe(200)
  expect((await actions.call('progress.read', { zone: null }, leilani)).body).toContain(VIDEO)
  expect((await actions.call('notes.remove', { id: form.id }, leilani)).status).toBe(200)
  expect(await query(actions.database, 'select from notes')).toEqual([])
})

function signIn(email: string): Promise<Record<string, string>> {
  return signedIn(actions, { email, password })
}
