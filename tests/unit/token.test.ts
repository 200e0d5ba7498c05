import { afterEach, expect, test, vi } from 'vitest'
import { completedScreen, linkPurpose, replaceToken, readToken } from '#src/islands/auth/token.ts'

const LINK = 'https://portal.example/reset-password#token=secret&utm_source=mail'

afterEach(() => vi.unstubAllGlobals())

test('a token leaves the address bar at once', () => {
  const entry = open(LINK)
  expect(readToken()).toBe('secret')
  expect(entry.address.href).toBe('https://portal.example/reset-password')
})

test('a token stays in this tab until it is used', () => {
  open(LINK)
  expect([readToken(), readToken()]).toEqual(['secret', 'secret'])
  replaceToken('done')
  expect([readToken(), completedScreen()]).toEqual(['', 'done'])
})

test.each([readToken, linkPurpose, completedScreen])(
  'the first call of %o removes the token from the address bar',
  (look) => {
    const entry = open(`${LINK}&for=address`)
    look()
    expect(entry.address.hash).toBe('')
    expect(linkPurpose()).toBe('address')
  },
)

test.each(['', '#token='])('a URL that ends with “%s” has no token', (hash) => {
  open(`https://portal.example/reset-password${hash}`)
  expect(readToken()).toBe('')
})

test.each([
  ['navigate', null],
  ['reload', 'approved'],
  ['back_forward', 'approved'],
])('a visit by %s finds the result %j in its history entry', async (type, found) => {
  const entry = open('https://portal.example/confirm-email')
  entry.state = { screen: 'approved' }
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
  vi.resetModules()
  const opened = await import('#src/islands/auth/token.ts')
  expect(opened.completedScreen()).toBe(found)
})

function open(address: string) {
  const entry = { state: null as unknown, address: new URL(address) }
  vi.stubGlobal('history', {
    get state() {
      return entry.state
    },
    replaceState(state: unknown, _: string, to: string) {
      Object.assign(entry, { state, address: new URL(to, entry.address) })
      vi.stubGlobal('location', entry.address)
    },
  })
  vi.stubGlobal('location', entry.address)
  return entry
}
