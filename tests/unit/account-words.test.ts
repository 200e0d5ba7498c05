import { describe, expect, test } from 'vitest'
import { beganAt, deviceName, lastSeen } from '#src/islands/account/words.ts'

const now = new Date('2026-03-02T12:00:00Z')

describe('when a session was last used is said as exactly as it is known', () => {
  test.each([
    ['2026-03-02T12:00:00Z', 'just now'],
    ['2026-03-02T11:45:01Z', 'just now'],
    ['2026-03-02T11:45:00Z', '15 minutes ago'],
    ['2026-03-02T11:00:00Z', '1 hour ago'],
    ['2026-03-01T12:00:01Z', '23 hours ago'],
    ['2026-03-01T12:00:00Z', 'yesterday'],
    ['2026-02-20T12:00:00Z', '10 days ago'],
    // A clock that is behind the server's.
    ['2026-03-02T12:04:00Z', 'just now'],
  ])('%s: %s', (at, said) => {
    expect(lastSeen(new Date(at), now)).toBe(said)
  })
})

describe('a device is called what is known of it', () => {
  test.each([
    [{ browser: 'Firefox', system: 'macOS' }, 'Firefox on macOS'],
    [{ browser: 'Firefox', system: null }, 'Firefox'],
    [{ browser: null, system: 'Android' }, 'Android'],
    [{ browser: null, system: null }, 'Unknown device'],
  ])('%o: %s', (device, name) => {
    expect(deviceName(device)).toBe(name)
  })
})

describe('two sessions of one kind of browser are told apart by when and where they began', () => {
  const createdAt = new Date(2026, 10, 21, 15, 40)
  test.each([
    [null, 'November 21 at 3:40 PM'],
    ['203.0', 'November 21 at 3:40 PM, network 203.0.…'],
    ['2001:db8', 'November 21 at 3:40 PM, network 2001:db8:…'],
  ])('%s: %s', (network, said) => {
    expect(beganAt({ createdAt, network })).toBe(said)
  })
})
