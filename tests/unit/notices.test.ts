import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

let stored: Map<string, string>
let heard: string[]

beforeEach(() => {
  stored = new Map()
  heard = []
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => heard.push(type))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const welcome = { kind: 'success', text: 'Welcome back!' }

describe('a notice', () => {
  test('is shown once on the page that it is told on, and on no other', async () => {
    const page = await openPage()
    page.tell('success', 'Welcome back!')
    expect(heard).toEqual([page.NOTICE_EVENT])
    expect(page.takeNotices()).toEqual([welcome])
    expect(page.takeNotices()).toEqual([])
    expect((await openPage()).takeNotices()).toEqual([])
  })

  test('that is left for the page to come is shown there, and not on the one after it', async () => {
    const before = await openPage()
    before.leaveNotice('success', 'Welcome back!')
    expect(before.takeNotices()).toEqual([])
    expect((await openPage()).takeNotices()).toEqual([welcome])
    expect((await openPage()).takeNotices()).toEqual([])
  })

  test('is not shown on a page that leaves before anybody has seen it', async () => {
    const { leaveNotice, showLeftNotices, takeNotices } = await freshNotices()
    leaveNotice('success', 'Welcome back!')
    showLeftNotices()
    expect(takeNotices()).toEqual([])
    expect((await openPage()).takeNotices()).toEqual([welcome])
  })

  test('is not worth an error where the storage holds something else or is switched off', async () => {
    stored.set('notices', '{')
    expect((await openPage()).takeNotices()).toEqual([])
    vi.stubGlobal('sessionStorage', undefined)
    const page = await openPage()
    page.leaveNotice('success', 'Welcome back!')
    expect(page.takeNotices()).toEqual([])
  })
})

async function openPage() {
  const notices = await freshNotices()
  notices.showLeftNotices()
  heard = []
  return notices
}

/** Every page has its own. */
async function freshNotices() {
  vi.resetModules()
  return import('#src/islands/notices.ts')
}
