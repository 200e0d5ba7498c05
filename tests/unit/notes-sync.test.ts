import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NOTES_AT_ONCE, NOTES_MAX } from '#src/shared/field-limits.ts'
import { device, draftOf, openPortal } from '../fakes/notes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Notes', () => {
  test('that are removed during a save stay removed', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOffline = true
    const texts = Array.from({ length: 2 * NOTES_AT_ONCE }, (_, n) => `Note ${n}`)
    for (const text of texts) await laptop.write(text)
    laptop.isOffline = false
    const save = portal.save.bind(portal)
    portal.save = (form) => {
      // The last of them is in the second batch.
      if (portal.heard.length === 0) void laptop.remove(texts.at(-1) ?? '')
      return save(form)
    }
    await laptop.notes.sync()
    await laptop.notes.sync()
    expect([laptop.texts(), portal.texts()]).toEqual([texts.slice(0, -1), texts.slice(0, -1)])
  })

  test('that two offline devices edited are both kept', async () => {
    const portal = openPortal()
    const [laptop, phone] = [device(portal), device(portal)]
    await laptop.write('Ask why')
    await phone.notes.sync()
    laptop.isOffline = phone.isOffline = true
    await laptop.edit('Ask why', 'Ask why, on the laptop')
    await phone.edit('Ask why', 'Ask why, on the phone')
    await vi.advanceTimersByTimeAsync(24 * 3600_000)
    laptop.isOffline = phone.isOffline = false
    await phone.notes.sync()
    await laptop.notes.sync()
    await phone.notes.sync()
    for (const each of [laptop, phone]) {
      expect(each.texts()).toEqual(['Ask why, on the laptop', 'Ask why, on the phone'])
    }
  })

  test.each(['the edit', 'the removal'])(
    'survive a removal elsewhere when edited: %s arrives first',
    async (first) => {
      const portal = openPortal()
      const [laptop, phone] = [device(portal), device(portal)]
      await laptop.write('Ask why')
      await phone.notes.sync()
      laptop.isOffline = phone.isOffline = true
      await laptop.edit('Ask why', 'Ask why twice')
      await phone.remove('Ask why')
      laptop.isOffline = phone.isOffline = false
      const order = first === 'the edit' ? [laptop, phone] : [phone, laptop]
      for (const each of [...order, ...order]) await each.notes.sync()
      expect([laptop.texts(), phone.texts()]).toEqual([['Ask why twice'], ['Ask why twice']])
    },
  )

  test('whose answer was lost are stored once', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isDeaf = true
    await laptop.write('Ask why')
    await laptop.notes.flush()
    expect(portal.texts()).toEqual(['Ask why'])
    laptop.isDeaf = false
    await laptop.notes.sync()
    expect([laptop.texts(), portal.texts()]).toEqual([['Ask why'], ['Ask why']])
  })

  test('drafts survive a reload and stay in this browser', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    await laptop.notes.put(new Map([['d1', { ...draftOf('half a sent'), id: 'd1' }]]))
    await laptop.notes.sync()
    const again = device(portal, laptop.store)
    await again.notes.load()
    expect(again.drafts()).toMatchObject([{ text: 'half a sent' }])
    expect([portal.texts(), again.texts()]).toEqual([[], []])
  })

  test('without a disk count as saved once the portal has them', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.hasDisk = false
    expect(await laptop.write('Ask why')).toBeNull()
    laptop.isOffline = true
    expect(await laptop.write('and when')).toBe('note_not_kept')
    expect(laptop.drafts()).toMatchObject([{ text: 'and when' }])
    expect(laptop.texts()).toEqual(['Ask why'])
    expect(await laptop.edit('Ask why', 'Ask why not')).toBe('note_not_kept')
    expect(laptop.texts()).toEqual(['Ask why'])
  })

  test("beyond the maximum are refused; an edit isn't", async () => {
    const laptop = device(openPortal())
    for (let n = 0; n < NOTES_MAX; n++) await laptop.write(`Note ${n}`)
    expect(await laptop.write('one more')).toBe('notes_full')
    await laptop.edit('Note 7', 'Note seven')
    expect(laptop.texts()).toContain('Note seven')
  })

  test('that the portal has no room for block no other, and are sent later', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOffline = true
    for (const text of ['a', 'b', 'c']) await laptop.write(text)
    laptop.isOffline = false
    portal.room = 2
    await laptop.notes.sync()
    expect(portal.texts()).toHaveLength(2)
    expect(laptop.texts()).toEqual(['a', 'b', 'c'])
    expect(laptop.notes.snapshot().refused.size).toBe(1)
    await laptop.remove(portal.texts()[0] ?? '')
    await laptop.notes.sync()
    expect(portal.texts()).toHaveLength(2)
    expect([laptop.texts(), laptop.notes.snapshot().refused.size]).toEqual([portal.texts(), 0])
  })

  test('are sent again after the portal restored a backup', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    await laptop.write('Ask why')
    await laptop.notes.sync()
    portal.notes.clear()
    await laptop.notes.sync()
    expect(portal.texts()).toEqual(['Ask why'])
  })

  test('are neither stored nor sent after a sign-out', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOver = true
    expect(await laptop.write('Ask why')).toBe('note_not_kept')
    laptop.notes.flushWithBeacon()
    expect([laptop.disk(), portal.texts(), portal.heard]).toEqual([[], [], []])
  })

  test('are on disk before they count as saved, and are retried after 30 s', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOffline = true
    expect(await laptop.write('Ask why')).toBeNull()
    expect(laptop.disk()).toMatchObject([{ text: 'Ask why', state: 'waiting' }])
    await vi.advanceTimersByTimeAsync(1000)
    expect(laptop.notes.snapshot().isBehind).toBe(true)
    laptop.isOffline = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(portal.texts()).toEqual(['Ask why'])
    expect(laptop.disk()).toMatchObject([{ text: 'Ask why', state: 'kept' }])
    expect(laptop.notes.snapshot().isBehind).toBe(false)
  })
})

test('three devices that go offline or are killed converge without losing a note', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const portal = openPortal()
      const devices = [device(portal), device(portal), device(portal)]
      /** What was neither removed nor replaced by a device that saw it. */
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
    ...['write', 'edit', 'remove', 'leave', 'return', 'hear nothing', 'sync', 'sync', 'be killed'],
  ),
  pick: fc.nat(20),
})
