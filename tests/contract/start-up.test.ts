import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStart, startServicesProcess } from '../support/running-portal.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanai-start-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('A port that is taken: one line, exit 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as AddressInfo
  const { code, stderr } = await runStart(['--port', String(port - 2), '--data', join(folder, 'port')])
  taken.close()
  expect([code, stderr]).toEqual([
    1,
    `Port ${port} for PostgreSQL clients is already in use. Choose another with PORT.\n`,
  ])
})

test('A data folder that cannot be written: one line, exit 1', async () => {
  const { code, stderr } = await runStart(['--data', '/proc/lanai'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The data folder \/proc\/lanai cannot be written to \(\w+\)\. Change LANAI_DATA\.\n$/,
  )
})

test('A database that cannot be reached: one line, exit 1, and no password in it', async () => {
  const databaseUrl = 'postgres://someone:s3cret@127.0.0.1:1/portal'
  const { code, stderr } = await runStart(['--data', join(folder, 'away'), '--database-url', databaseUrl])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database at 127\.0\.0\.1:1\/portal cannot be used: .*ECONNREFUSED.*\n$/)
  expect(stderr).not.toContain('s3cret')
})

test('A data folder that another portal uses: one line, exit 1, and the other goes on', async () => {
  const own = join(folder, 'shared')
  const running = await startServicesProcess(own)
  const { code, stderr } = await runStart(['--data', own, '--port', '0'])
  await running.end('SIGTERM')
  expect([code, stderr]).toEqual([1, `Another portal is already running on the data folder ${own}.\n`])
})

test.each([
  [['--port', 'many'], 'PORT must be a number.\n'],
  [['--port', '99999'], 'PORT must be at most 65533.\n'],
  [['--database-url', 'mysql://x'], 'DATABASE_URL must be a postgres:// address.\n'],
  [
    ['--host', '203.0.113.1', '--port', '0'],
    'The address 203.0.113.1 is not one of this machine. Change HOST.\n',
  ],
])('%j: one line, exit 1', async (args, line) => {
  const { code, stderr } = await runStart(['--data', join(folder, 'wrong'), ...args])
  expect([code, stderr]).toEqual([1, line])
})

test('--help explains every option and starts nothing', async () => {
  const { code, stdout } = await runStart(['--help'])
  expect(code).toBe(0)
  for (const option of ['--port', '--host', '--data', '--database-url']) expect(stdout).toContain(option)
})
