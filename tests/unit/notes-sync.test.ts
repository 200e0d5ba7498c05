import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NOTES_AT_ONCE, NOTES_MAX } from '#src/shared/limits.ts'
import { device, draftOf, openPortal } from '../fakes/notes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Notes', () => {
  test('are on the disk before they count as saved, and with the portal soon after', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOffline = true
    expect(await laptop.write('Ask why')).toBeNull()
    expect(laptop.disk()).toMatchObject([{ text: 'Ask why', state: 'waiting' }])
    laptop.isOffline = false
    await laptop.notes.sync()
    expect(laptop.disk()).toMatchObject([{ text: 'Ask why', state: 'kept' }])
    expect(portal.texts()).toEqual(['Ask why'])
  })

  test('that are removed while earlier ones are being sent stay removed', async () => {
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

  test('that are edited on two devices which were away for a day are both kept', async () => {
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
    'an edit stands over a removal elsewhere: %s arrives first',
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

  test('a note whose arrival nobody heard of is there once', async () => {
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

  test('a removal elsewhere takes away what a device believed to be still on its way', async () => {
    const portal = openPortal()
    const [laptop, phone] = [device(portal), device(portal)]
    laptop.isDeaf = true
    await laptop.write('Ask why')
    await laptop.notes.flush()
    await phone.notes.sync()
    await phone.remove('Ask why')
    laptop.isDeaf = false
    await laptop.notes.sync()
    expect([laptop.texts(), portal.texts(), laptop.disk()]).toEqual([[], [], []])
  })

  test('what is being written outlives the page, and is told to nobody', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    await laptop.notes.put(new Map([['d1', { ...draftOf('half a sent'), id: 'd1' }]]))
    await laptop.notes.sync()
    const again = device(portal, laptop.store)
    await again.notes.load()
    expect(again.drafts()).toMatchObject([{ text: 'half a sent' }])
    expect([portal.texts(), again.texts()]).toEqual([[], []])
  })

  test('where the disk takes nothing, a note is saved once the portal has it, and else stays a draft', async () => {
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

  test('beyond a thousand a note is not taken and stays a draft; an edit is', async () => {
    const laptop = device(openPortal())
    for (let n = 0; n < NOTES_MAX; n++) await laptop.write(`Note ${n}`)
    expect(await laptop.write('one more')).toBe('notes_full')
    await laptop.edit('Note 7', 'Note seven')
    expect(laptop.texts()).toContain('Note seven')
  })

  test('one that the portal has no room for holds up no other, says so, and is told when there is room', async () => {
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

  test('thirty notes from an island without a network are told four at a time, none before its edit’s words', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOffline = true
    for (let n = 0; n < 15; n++) {
      await laptop.write(`Note ${n}`)
      await laptop.edit(`Note ${n}`, `Note ${n}, again`)
    }
    laptop.isOffline = false
    portal.heard.length = 0
    await laptop.notes.sync()
    expect(portal.heard.map(({ written, removed }) => [written.length, removed.length])).toEqual([
      [4, 0],
      [4, 0],
      [4, 0],
      [3, 15],
    ])
  })

  test('a portal that was set back to an older copy is told again', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    await laptop.write('Ask why')
    await laptop.notes.sync()
    portal.notes.clear()
    await laptop.notes.sync()
    expect(portal.texts()).toEqual(['Ask why'])
  })

  test('two tabs of one browser see each other’s notes', async () => {
    const portal = openPortal()
    const one = device(portal)
    const other = device(portal, one.store)
    await one.write('Ask why')
    await other.notes.load()
    expect(other.texts()).toEqual(['Ask why'])
  })

  test('after a sign-out nothing is written and nothing told', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOver = true
    expect(await laptop.write('Ask why')).toBe('note_not_kept')
    laptop.notes.flushWithBeacon()
    expect([laptop.disk(), portal.texts(), portal.heard]).toEqual([[], [], []])
  })

  test('a retry comes half a minute after the portal could not be reached', async () => {
    const portal = openPortal()
    const laptop = device(portal)
    laptop.isOffline = true
    await laptop.write('Ask why')
    await vi.advanceTimersByTimeAsync(1000)
    expect(laptop.notes.snapshot().isBehind).toBe(true)
    laptop.isOffline = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(portal.texts()).toEqual(['Ask why'])
    expect(laptop.notes.snapshot().isBehind).toBe(false)
  })
})
