import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnServices, startServicesProcess, type RunningServices } from '../support/running-portal.ts'

/** Rows that have to be acknowledged before the kill comes. */
const WRITES = 40

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanai-durable-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['the portal', (services: RunningServices) => services.end('SIGKILL')],
  ['the database server and the portal', killAll],
])('What was acknowledged before a kill -9 of %s is there at the next start, once', async (_, kill) => {
  const services = await startServicesProcess(folder)
  const acknowledged = await writeUntilKilled(services, () => kill(services))

  const next = await startServicesProcess(folder)
  const stored = await storedNumbers(next)
  await next.end('SIGTERM')
  expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES)
  // The statement under way at the kill may have been done without its answer arriving.
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged)
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1)
})

test('A portal that is killed leaves no database server behind', async () => {
  const services = await startServicesProcess(folder)
  const pid = serverPid()
  await services.end('SIGKILL')
  await expect
    .poll(() => runningProcesses().some((process) => process.pid === pid), { timeout: 10_000 })
    .toBe(false)
})

test('A first start that is killed leaves a folder that the next start can use', async () => {
  const own = await mkdtemp(join(tmpdir(), 'lanai-killed-'))
  const starting = spawnServices(own)
  await expect
    .poll(() => readdirSync(own).some((name) => name.startsWith('postgres.new')), {
      timeout: 10_000,
      interval: 5,
    })
    .toBe(true)
  await starting.end('SIGKILL')

  const services = await startServicesProcess(own)
  await services.end('SIGTERM')
  await rm(own, { recursive: true })
})

test('A stop by SIGTERM rolls back a transaction that was left open', async () => {
  const services = await startServicesProcess(folder)
  const client = await connect(services)
  await client.query('begin')
  await client.query('create table abandoned (id int)')
  await services.end('SIGTERM')

  const next = await startServicesProcess(folder)
  const after = await connect(next)
  expect((await after.query(`select to_regclass('abandoned') as name`)).rows).toEqual([{ name: null }])
  await after.end()
  await next.end('SIGTERM')
})

async function writeUntilKilled(services: RunningServices, kill: () => Promise<void>): Promise<number[]> {
  const client = await connect(services)
  await client.query('drop table if exists durable')
  await client.query('create table durable (number int primary key)')
  const acknowledged: number[] = []
  let killed: Promise<void> | undefined
  for (let number = 1; ; number++) {
    const done = await client.query('insert into durable values ($1)', [number]).catch(() => null)
    if (!done) break
    acknowledged.push(number)
    if (number === WRITES) killed = kill()
  }
  await killed
  return acknowledged
}

/** As near to a power cut as it gets without pulling the plug. */
async function killAll(services: RunningServices): Promise<void> {
  const server = serverPid()
  for (const { pid, parent } of runningProcesses()) {
    if (pid === server || parent === server) process.kill(pid, 'SIGKILL')
  }
  await services.end('SIGKILL')
}

function serverPid(): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Every process that is no corpse. */
function runningProcesses(): { pid: number; parent: number }[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

async function storedNumbers(services: RunningServices): Promise<number[]> {
  const client = await connect(services)
  const { rows } = await client.query<{ number: number }>('select number from durable order by number')
  await client.end()
  return rows.map(({ number }) => number)
}

async function connect(services: RunningServices): Promise<pg.Client> {
  const client = new pg.Client(services.databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
