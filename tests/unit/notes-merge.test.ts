import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noteRules, type LocalNote } from '#src/islands/notes/notes.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { device, draftOf, openPortal } from '../fakes/notes.ts'

const ID = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'

describe('What a browser learns of one note', () => {
  test.each<[LocalNote['state'] | 'nothing', 'has it' | 'removed it' | 'never heard of it', string]>([
    ['nothing', 'has it', 'kept'],
    ['nothing', 'removed it', 'nothing'],
    ['nothing', 'never heard of it', 'nothing'],
    ['waiting', 'has it', 'kept'],
    ['waiting', 'removed it', 'nothing'],
    ['waiting', 'never heard of it', 'waiting'],
    ['kept', 'has it', 'kept'],
    ['kept', 'removed it', 'nothing'],
    ['kept', 'never heard of it', 'waiting'],
    ['removed', 'has it', 'removed'],
    ['removed', 'removed it', 'nothing'],
    ['removed', 'never heard of it', 'removed'],
    ['draft', 'has it', 'draft'],
    ['draft', 'removed it', 'draft'],
    ['draft', 'never heard of it', 'draft'],
  ])('here %s, the portal %s: then here %s', (state, portal, then) => {
    const local = new Map<string, LocalNote>()
    if (state !== 'nothing') local.set(ID, { ...draftOf('Ask why'), id: ID, state })
    const answer = {
      notes: portal === 'has it' ? [stored] : [],
      removed: portal === 'removed it' ? [ID] : [],
    }
    const change = noteRules.merge(local, answer).get(ID)
    expect(change === undefined ? state : (change?.state ?? 'nothing')).toBe(then)
  })

  const stored: Note = {
    id: ID,
    video: 'cohort-17/week-1/talk',
    title: 'Talk',
    fragment: 'Talk',
    seconds: 754,
    text: 'Ask why',
    writtenMsAgo: 5000,
  }
})

test('whatever three devices do, away or killed, in the end all know the same, and only what was seen is gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const portal = openPortal()
      const devices = [device(portal), device(portal), device(portal)]
      /** What nobody removed, or replaced while they saw it. */
      const alive = new Set<string>()
      for (const [n, { who, does, pick }] of steps.entries()) {
        const one = devices[who]
        if (!one) continue
        const seen = one.written()
        const note = seen[pick % Math.max(1, seen.length)]
        if (does === 'write' || (does === 'edit' && note)) {
          const text = `Note ${n}`
          if (does === 'edit' && note) {
            await one.edit(note.text, text)
            alive.delete(note.text)
          } else await one.write(text)
          alive.add(text)
        }
        if (does === 'remove' && note) {
          await one.remove(note.text)
          alive.delete(note.text)
        }
        if (does === 'leave') one.isOffline = true
        if (does === 'return') one.isOffline = one.isDeaf = false
        if (does === 'hear nothing') one.isDeaf = true
        if (does === 'sync') await one.notes.sync()
        if (does === 'be killed') {
          const next = device(portal, one.store)
          await next.notes.load()
          devices[who] = next
        }
      }
      for (const one of devices) one.isOffline = one.isDeaf = false
      for (const one of [...devices, ...devices]) await one.notes.sync()
      const expected = [...alive].sort()
      expect(portal.texts()).toEqual(expected)
      for (const one of devices) expect(one.texts()).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

const step = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  does: fc.constantFrom(
    'write',
    'edit',
    'remove',
    'leave',
    'return',
    'hear nothing',
    'sync',
    'sync',
    'be killed',
  ),
  pick: fc.nat(20),
})
