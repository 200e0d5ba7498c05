import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
import { fillDeployStore } from '../../netlify/local/stack.ts'
import { startHost, type Host } from '../../netlify/local/host.ts'
import { loadFunction, type Serve } from '../../netlify/local/site.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { everyAction } from '../support/every-action.ts'
import { useFolder } from '../support/folder.ts'
import { type RunningScript, runNpmScript } from '../support/npm-script.ts'
import { rawRequest } from '../support/raw-http.ts'

const built = readBuiltSite()
const DATABASE_URL = 'postgres://lanai:x@127.0.0.1:1/lanai'
const settings = { SITE_URL: 'http://localhost:1', DATABASE_URL, EDGE_DATABASE_URL: DATABASE_URL }
const headers = { cookie: `session=${'a'.repeat(64)}` }

describe('npm start with --host 0.0.0.0', () => {
  const folder = useFolder()
  const start = () =>
    runNpmScript('start', ['--port', '0', '--data', folder, '--host', '0.0.0.0'], /Press Ctrl\+C to stop/)
  let portal: RunningScript
  beforeAll(async () => {
    portal = await start()
  })
  test('shows other machines neither its mailbox nor its database', async () => {
    const ports = [...portal.output().matchAll(/(?:Mailbox|Database) .*:(\d+)/g)].map(([, port]) =>
      Number(port),
    )
    expect(ports).toHaveLength(2)
    // On Linux, who listens on 0.0.0.0 also listens here.
    for (const port of ports) await expect(once(connect(port, '127.0.0.2'), 'connect')).rejects.toThrow()
  })

  test('stops when npm gets SIGTERM', async () => {
    expect(await portal.end()).toBeGreaterThan(1)
  })

  test('says how to begin only once, and then how to get a new password', async () => {
    const next = await start()
    await next.end()
    const [first, second] = [portal, next].map(({ output }) => output())
    expect(first).toMatch(/password \S+ {3}\(shown only once\)[^]*sign up at/)
    expect(second).not.toMatch(/\.env|sign up|"code"/)
    expect(second).toContain('Forgotten a password?')
  })
})

describe('a build that runs without a setting', () => {
  let host: Host
  let site: string
  let serve: Serve
  let blobs: Blobs
  const directory = useFolder()
  beforeAll(async () => {
    blobs = await startBlobs({ directory })
    process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
    await fillDeployStore(BUILT_PROJECT)
    host = await startHost({ root: BUILT_PROJECT, host: '127.0.0.1', port: 0 })
    serve = await loadFunction(join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs'))
    site = `http://localhost:${host.port}`
  })
  afterAll(async () => {
    await host.close()
    await blobs.close()
  })
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const name of [...Object.keys(settings), 'DATABASE_HTTP_URL']) vi.stubEnv(name, undefined)
  })
  afterAll(() => vi.unstubAllEnvs())

  test('shows nothing of a member’s pages', async () => {
    for (const [name, value] of Object.entries(settings))
      vi.stubEnv(name, name === 'EDGE_DATABASE_URL' ? '' : value)
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
    const named = expect.stringContaining('EDGE_DATABASE_URL') as unknown
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledWith(named), 30_000)
  })

  test('answers no action', async () => {
    const form = { ...headers, 'content-type': 'application/json', origin: site }
    const init = { method: 'POST', headers: { ...form, 'sec-fetch-site': 'same-origin' }, body: '{}' }
    for (const action of everyAction) {
      const url = new URL(`/_actions/${action}`, site)
      expect((await rawRequest(site, url.pathname, init)).status, action).toBe(503)
      const behind = await serve(new Request(url, init)).catch(() => null)
      expect(behind?.status ?? 500, action).toBeGreaterThanOrEqual(500)
      expect(behind?.headers.has('set-cookie') ?? false, action).toBe(false)
    }
  })
})
