import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkSettings } from '../../checks/settings.ts'
import { smoke } from '../../checks/smoke.ts'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
import { fillDeployStore } from '../../netlify/local/deploy-store.ts'
import { startHost, type Host } from '../../netlify/local/host.ts'
import { loadFunction, type Serve } from '../../netlify/local/site.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { everyAction } from '../support/every-action.ts'
import { rawRequest } from '../support/raw-http.ts'

const built = readBuiltSite()
const settings = { SITE_URL: 'http://localhost:1', DATABASE_URL: 'postgres://lanai:x@127.0.0.1:1/lanai' }
const headers = { cookie: `__Host-session=${'a'.repeat(40)}` }

describe('a build that runs without a setting shows nobody a page', () => {
  let host: Host
  let site: string
  let serve: Serve
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
    const behind = await serve(new Request(url, init)).catch(() => null)
    expect(behind?.status ?? 500).toBeGreaterThanOrEqual(500)
    expect(behind?.headers.has('set-cookie') ?? false).toBe(false)
  })

  test('the smoke check says so, and what to do', async () => {
    const said: string[] = []
    const say = (line: string) => said.push(line)
    const postmark = { api: site, patienceMs: 0 }
    expect(await smoke([site], { env: {}, root: BUILT_PROJECT, postmark, out: say, err: say })).toBe(1)
    expect(said.map((line) => line.split('.')[0])).toEqual([
      'FAIL  the gate asks the database who is there: answered 503',
      'ok    the gate stands before files, too',
      'FAIL  actions ask the database who is there: answered 503',
      'FAIL  actions of other sites are refused: answered 503',
      'ok    the sign-in screen is there',
    ])
  })
})

test('a build without its settings is not published, and each is named with the reason, none shown', () => {
  const say = vi.fn()
  const good = {
    SITE_URL: 'https://portal.school.dev',
    DATABASE_URL: 'postgres://portal_app:x@ep-a.aws.neon.tech/neondb',
    POSTMARK_SERVER_TOKEN: '8d6e1f30-0f5f-4bd3-9a53-3f3f9c7c4c11',
    MAIL_FROM: 'Lanai <portal@school.dev>',
  }
  expect(checkSettings(good, say, BUILT_PROJECT)).toBe(0)
  expect(say).not.toHaveBeenCalledWith(expect.stringMatching(/^(?!Warning: )/))
  const wrong = { SITE_URL: 'http://x', DATABASE_URL: 'mysql://s3cret@x/y', POSTMARK_SERVER_TOKEN: 'abc' }
  expect(checkSettings(wrong, say, BUILT_PROJECT)).toBe(1)
  expect(say.mock.lastCall?.[0]).toMatch(
    /DATABASE_URL +is no connection .*\nMAIL_FROM +is missing .*\nPOSTMARK_SERVER_TOKEN +has 3 letters .*\nSITE_URL +begins with http:/,
  )
  expect(JSON.stringify(say.mock.calls)).not.toContain('s3cret')
})
