import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeDataFolder } from '../../netlify/local/data-folder.ts'
import { runNpmScript } from '../support/npm-script.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanai-npm-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(['SIGTERM', 'Ctrl+C'] as const)(
  '%s to npm ends the portal as well, and its data folder is free for the next',
  async (signal) => {
    const portal = await runNpmScript('start', ['--port', '0', '--data', folder], /Ctrl\+C stops it/)
    expect(await portal.end(signal)).toBeGreaterThan(1)
    takeDataFolder(folder).release()
  },
  90_000,
)
