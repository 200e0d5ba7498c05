import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropToken, takeToken } from '#src/islands/token.ts'

let entry: { state: unknown; address: string }

beforeEach(() => {
  vi.stubGlobal('history', {
    get state() {
      return entry.state
    },
    replaceState(state: unknown, _: string, address: string) {
      entry = { state, address: new URL(address, entry.address).href }
    },
  })
  vi.stubGlobal('location', {
    get href() {
      return entry.address
    },
    get pathname() {
      return new URL(entry.address).pathname
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the token of a mailed link', () => {
  test('is read, and leaves the address bar', () => {
    open('/reset-password?token=secret&utm_source=mail')
    expect(takeToken()).toBe('secret')
    expect(entry.address).toBe('https://portal.example/reset-password')
  })

  test('is still known to this tab afterwards, and after a reload', () => {
    open('/reset-password?token=secret')
    takeToken()
    expect(takeToken()).toBe('secret')
  })

  test('is forgotten once it has done its work', () => {
    open('/reset-password?token=secret')
    takeToken()
    dropToken()
    expect(takeToken()).toBeNull()
  })

  test.each(['/reset-password', '/reset-password?token='])('is none at %s', (path) => {
    open(path)
    expect(takeToken()).toBeNull()
  })
})

function open(path: string) {
  entry = { state: null, address: `https://portal.example${path}` }
}
