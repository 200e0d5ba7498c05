import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  ACTION_BODY_MAX_BYTES,
  NOTE_LABEL_MAX_CHARACTERS,
  NOTE_MAX_CODE_POINTS,
  NOTES_AT_ONCE,
} from '#src/shared/limits.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { decide, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const password = 'aloha kakahiaka'
const member = { email: 'leilani@example.org', password }

const actions = await useBuiltActions()

describe('notes', () => {
  test('what a member writes, that member reads, and nobody else', async () => {
    const [leilani, keala] = [
      await signedIn(actions, member),
      await signedIn(actions, { email: 'keala@example.org', password }),
    ]
    expect((await save({ written: [note({})] }, leilani)).status).toBe(200)
    expect((await actions.call('notes.read', undefined, leilani)).body).toContain('Ask why')
    expect((await actions.call('notes.read', undefined, keala)).body).not.toContain('Ask why')
  })

  test('what a beacon sends while a page goes away is kept', async () => {
    const leilani = await signedIn(actions, member)
    const body = JSON.stringify({ written: [note({})], removed: [] })
    const answer = await actions.send('notes.save', body, { ...leilani, 'content-type': 'application/json' })
    expect(answer.status).toBe(200)
    expect(await texts()).toEqual(['Ask why'])
  })

  test('as many of the longest notes as go at once are within a body, whatever they are made of', async () => {
    const leilani = await signedIn(actions, member)
    const written = Array.from({ length: NOTES_AT_ONCE }, () =>
      note({
        text: `x${'\u0001'.repeat(NOTE_MAX_CODE_POINTS - 1)}`,
        title: '\u0001'.repeat(NOTE_LABEL_MAX_CHARACTERS),
        fragment: '\u0001'.repeat(NOTE_LABEL_MAX_CHARACTERS),
      }),
    )
    expect(JSON.stringify({ written, removed: [] }).length).toBeLessThan(ACTION_BODY_MAX_BYTES)
    expect((await save({ written }, leilani)).status).toBe(200)
    expect(await texts()).toHaveLength(NOTES_AT_ONCE)
  })

  test.each([
    ['no id of ours', { id: 'note-1' }],
    ['negative', { seconds: -1 }],
    ['half a second', { seconds: 1.5 }],
    ['longer than a day', { seconds: 86_401 }],
    ['blank', { text: ' \n' }],
    ['too long', { text: 'x'.repeat(2001) }],
    ['what no database holds', { text: 'a\0b' }],
    ['half a letter', { text: 'a\ud83c' }],
    ['no title', { title: '' }],
    ['a title without end', { title: 't'.repeat(301) }],
    ['from the future', { writtenMsAgo: -1 }],
    ['a path', { video: '../../etc/passwd' }],
    ['for another member', { userId: 'somebody-else' }],
  ])('%s is refused, and nothing changes', async (_, forged) => {
    const leilani = await signedIn(actions, member)
    expect((await save({ written: [note({}), note(forged)] }, leilani)).status).toBe(400)
    expect(await texts()).toEqual([])
  })

  test.each([
    ['more at once than there may be', { written: Array.from({ length: 5 }, () => note({})), removed: [] }],
    ['more removals', { written: [], removed: Array.from({ length: 51 }, () => randomUUID()) }],
    ['a removal of nothing', { written: [], removed: ['all'] }],
    ['a batch for another member', { userId: 'somebody-else', written: [note({})], removed: [] }],
    ['something else', 'notes'],
    ['nothing', null],
  ])('%s: refused', async (_, input) => {
    const leilani = await signedIn(actions, member)
    expect((await actions.call('notes.save', input, leilani)).status).toBe(400)
    expect(await texts()).toEqual([])
  })

  test.each(['pending', 'denied'])('a %s member saves and reads nothing', async (status) => {
    const leilani = await signedIn(actions, member)
    await decide(actions, member.email, status)
    expect((await save({ written: [note({})] }, leilani)).status).toBe(403)
    expect((await actions.call('notes.read', undefined, leilani)).status).toBe(403)
    expect(await texts()).toEqual([])
  })

  test('after three hundred in ten minutes a member waits', async () => {
    const leilani = await signedIn(actions, member)
    const statuses = []
    for (let n = 0; n < 302; n++) statuses.push((await save({ removed: [randomUUID()] }, leilani)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.slice(300)).toEqual([429, 429])
  })
})

function save(
  { written = [], removed = [] }: { written?: object[]; removed?: string[] },
  headers: Record<string, string>,
) {
  return actions.call('notes.save', { written, removed }, headers)
}

async function texts(): Promise<string[]> {
  const rows = await query<{ text: string }>(actions.database, 'select text from notes')
  return rows.map(({ text }) => text)
}

function note(told: Partial<Note> | { userId: string }): Note {
  return {
    id: randomUUID(),
    video: 'cohort-17/week-0/onboarding',
    title: 'Onboarding',
    fragment: 'Onboarding',
    seconds: 754,
    text: 'Ask why',
    writtenMsAgo: 0,
    ...told,
  }
}
