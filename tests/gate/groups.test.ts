import { describe, expect, test } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import type { Member } from '#src/server/member.ts'
import type { Pages } from '#src/server/vendors/ports.ts'
import { gateFor, noNext, request } from '../fakes/gate.ts'
import { builtFile } from '../fakes/pages.ts'
import { plainMember } from '../fakes/member.ts'
import { pathOf, readBuiltSite } from '../support/built-site.ts'

/** In tests/programme, the name of each is in whatever is for it, and in nothing else. */
const GROUPS = ['kiawe', 'naupaka', 'ohelo']

const site = readBuiltSite()
const files = new Map(
  site.protectedFiles
    .filter((file) => !/^(?:edit|people|states)/.test(file))
    .map((file) => [file.endsWith('.html') ? pathOf(file) : `/${file}`, file]),
)
const typeOf = (file: string) =>
  file.endsWith('.json') ? 'application/json' : file.endsWith('.ics') ? 'text/calendar' : 'text/html'
const pages: Pages = {
  openProtected: (path) => {
    const file = files.get(path) ?? site.protectedFiles.find((each) => `/${each}` === `${path}.html`)
    return Promise.resolve(file ? builtFile(site.readProtected(file), typeOf(file)) : null)
  },
  openPublic: () => Promise.reject(new Error('not asked')),
}

async function visit(path: string, member: Partial<Member>, headers: Record<string, string> = {}) {
  const found = { member: { ...plainMember, ...member }, renewedCookie: null }
  return handleRequest({ ...gateFor('approved', found), pages }, request(path, 'approved', headers), noNext)
}

/** Whose canaries are in an answer, its headers and status included. */
async function canariesOf(answer: Response): Promise<string[]> {
  const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`.toLowerCase()
  return GROUPS.filter((group) => text.includes(group))
}

async function canariesIn(member: Partial<Member>): Promise<Record<string, string[]>> {
  const found = await Promise.all(
    [...files.keys()].map(async (path) => [path, await canariesOf(await visit(path, member))] as const),
  )
  return Object.fromEntries(found.filter(([, groups]) => groups.length > 0))
}

describe('what is for a group', () => {
  test('is told to nobody who is in none', async () => {
    expect(await canariesIn({})).toEqual({})
  })

  test.each(GROUPS)('is told to its members alone: %s', async (group) => {
    const found = await canariesIn({ groups: [group] })
    expect(Object.entries(found).filter(([, groups]) => groups.some((other) => other !== group))).toEqual([])
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['/']))
  })

  test('is told to staff, with whom it is for', async () => {
    const found = await canariesIn({ isEditor: true })
    expect(new Set(Object.values(found).flat())).toEqual(new Set(GROUPS))
    expect(await (await visit('/', { isAdmin: true })).text()).toContain('For Naupaka cohort')
  })

  test('leaves no mark in any file', async () => {
    for (const path of files.keys())
      for (const member of [{}, { groups: ['kiawe'] }, { isAdmin: true }]) {
        const answer = await visit(path, member)
        const text = await answer.text()
        expect(text.match(/\[\[(?:\/|file-)?for[^\]]*/)?.[0], path).toBeUndefined()
        if (path.endsWith('.json') && answer.ok) JSON.parse(text)
      }
  })
})
