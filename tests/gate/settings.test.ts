import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkSettings } from '../../checks/settings.ts'
import { smoke } from '../../checks/smoke.ts'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
import { fillDeployStore } from '../../netlify/local/deploy-store.ts'
import { startHost, type Host } from '../../netlify/local/host.ts'
import { loadFunction, type ServeFunction } from '../../netlify/local/site/function.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { everyAction } from '../support/every-action.ts'
import { query } from '../support/query.ts'
import { rawRequest } from '../support/raw-http.ts'
import { startTestStack } from '../support/test-stack.ts'

const built = readBuiltSite()
const settings = { SITE_URL: 'http://localhost:1', DATABASE_URL: 'postgres://lanai:x@127.0.0.1:1/lanai' }
const headers = { cookie: `__Host-session=${'a'.repeat(40)}` }

describe('a build that runs without a setting shows nobody a page', () => {
  let host: Host
  let site: string
  let serve: ServeFunction
  let blobs: Blobs
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lanai-blobs-'))
    blobs = await startBlobs({ directory: folder, token: 'token' })
    process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
    await fillDeployStore(BUILT_PROJECT)
    host = await startHost({ root: BUILT_PROJECT, host: '127.0.0.1', port: 0 })
    serve = await loadFunction(join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs'))
    site = `http://localhost:${host.port}`
  })
  afterAll(async () => {
    await host.close()
    await blobs.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const name of [...Object.keys(settings), 'EDGE_DATABASE_URL', 'DATABASE_HTTP_URL'])
      vi.stubEnv(name, undefined)
  })
  afterAll(() => vi.unstubAllEnvs())

  test.each(['SITE_URL', 'DATABASE_URL'] as const)('without %s', async (missing) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, name === missing ? '' : value)
    for (const file of built.protectedFiles) {
      const answer = await rawRequest(site, pathOf(file), { headers })
      const isStateScreen = file.startsWith('states/')
      expect([file, answer.status]).toEqual([file, isStateScreen ? 404 : 503])
      if (!isStateScreen && file.endsWith('.html'))
        for (const canary of canariesOf(built.readProtected(file))) expect(answer.raw).not.toContain(canary)
    }
    expect((await rawRequest(site, '/avatars/a/avatar.webp', { headers })).status).toBe(503)
    expect((await rawRequest(site, '/leaderboard')).status).toBe(302)
    expect((await rawRequest(site, '/auth')).status).toBe(200)
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(missing))
  })

  test.each(everyAction())('%s has no answer, neither at the gate nor behind it', async (action) => {
    const url = new URL(`/_actions/${action}`, site)
    const init = {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        origin: site,
        'sec-fetch-site': 'same-origin',
      },
      body: '{}',
    }
    expect((await rawRequest(site, url.pathname, init)).status).toBe(503)
    const behind = await serve({ request: new Request(url, init), url, ip: '127.0.0.1' }).catch(() => null)
    expect(behind?.status ?? 500).toBeGreaterThanOrEqual(500)
    expect(behind?.headers.has('set-cookie') ?? false).toBe(false)
  })

  test('the smoke check says so, and what to do', async () => {
    const said: string[] = []
    expect(await smoke([site], (line) => said.push(line))).toBe(1)
    expect(said.map((line) => line.split('.')[0])).toEqual([
      'FAIL  the gate asks the database who is there: answered 503',
      'ok    the gate stands before files, too',
      'FAIL  actions ask the database who is there: answered 503',
      'FAIL  actions of other sites are refused: answered 503',
      'ok    the sign-in screen is there',
    ])
  })
})

describe('the smoke check of a deploy', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startTestStack()
  })
  afterAll(() => stack.close())

  test('finds nothing where everything is right, and leaves no trace', async () => {
    const said: string[] = []
    expect(await smoke([stack.siteUrl], (line) => said.push(line))).toBe(0)
    expect(said).toHaveLength(5)
    expect(await query(stack, 'select from rate_limits union all select from users')).toEqual([])
  })

  test.each([
    ['lanai_app', 'actions ask the database who is there: answered 500'],
    ['lanai_edge', 'the gate asks the database who is there: answered 503'],
  ])('finds what is wrong where %s has no access', async (role, found) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await query(stack, `revoke select on members from ${role}`)
    const said: string[] = []
    expect(await smoke([stack.siteUrl], (line) => said.push(line))).toBe(1)
    expect(said.filter((line) => line.startsWith('FAIL'))).toEqual([expect.stringContaining(found)])
    await query(stack, `grant select on members to ${role}`)
  })

  test('is itself told where to look', async () => {
    const say = vi.fn()
    expect(await smoke([], say)).toBe(2)
    expect(await smoke(['http://127.0.0.1:1'], say)).toBe(1)
    expect(say).toHaveBeenLastCalledWith(expect.stringMatching(/: no answer \(.+\)/))
  })
})

test('a build without its settings is not published, and every one of them is named, none shown', () => {
  const say = vi.fn()
  const mail = { POSTMARK_SERVER_TOKEN: 'a token', MAIL_FROM: 'Lanai <portal@example.org>' }
  expect(checkSettings({ ...settings, ...mail }, say, BUILT_PROJECT)).toBe(0)
  expect(say).not.toHaveBeenCalledWith(expect.stringMatching(/^(?!Warning: )/))
  expect(checkSettings({ ...settings, DATABASE_URL: 'mysql://s3cret@x/y' }, say, BUILT_PROJECT)).toBe(1)
  expect(say).toHaveBeenCalledWith(
    expect.stringMatching(/: DATABASE_URL, POSTMARK_SERVER_TOKEN, MAIL_FROM\./),
  )
  expect(JSON.stringify(say.mock.calls)).not.toContain('s3cret')
})
