import { afterEach, describe, expect, test, vi } from 'vitest'
import { keepPreferences, readPreferences, UNTOUCHED } from '#src/islands/player/preferences.ts'

afterEach(() => vi.unstubAllGlobals())

describe('What a browser remembers about watching', () => {
  test.each([
    { speed: 1.5, captions: true, volume: 40 },
    { speed: 0.25, captions: false, volume: 0 },
    // Between those on offer: from the player’s own menu.
    { speed: 1.3, captions: false, volume: 100 },
    UNTOUCHED,
  ])('is what was kept: %j', (preferences) => {
    storeWith({})
    keepPreferences(preferences)
    expect(readPreferences()).toEqual(preferences)
  })

  test.each([
    ['nothing', {}],
    ['no numbers', { speed: 'fast', volume: 'loud' }],
    ['numbers beyond what a player can', { speed: 9, volume: -1 }],
  ])('has defaults where %s was kept', (_, kept) => {
    storeWith({ 'video-preferences': JSON.stringify(kept) })
    expect(readPreferences()).toEqual(UNTOUCHED)
  })

  test('is asked for in vain where storage is switched off, and that breaks nothing', () => {
    vi.stubGlobal('localStorage', undefined)
    keepPreferences({ speed: 2, captions: true, volume: 10 })
    expect(readPreferences()).toEqual(UNTOUCHED)
  })
})

function storeWith(kept: Record<string, string>): void {
  const stored = new Map(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
}
