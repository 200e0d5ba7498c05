import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnServices, startServicesProcess, type RunningServices } from '../support/running-portal.ts'

const KILLS = 4

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanai-durable-'))
})
afterAll(() => rm(folder, { recursive: true }))

test(
  'Whatever was acknowledged before a kill -9 is there at the next start, and nothing is there twice',
  { timeout: 90_000 },
  async () => {
    const acknowledged: number[] = []
    for (let round = 0; round < KILLS; round++) {
      const services = await startServicesProcess(folder)
      expect(await storedNumbers(services)).toEqual(expect.arrayContaining(acknowledged))
      await writeUntilKilled(services, acknowledged, 150 + round * 70)
    }
    const services = await startServicesProcess(folder)
    const stored = await storedNumbers(services)
    await services.end('SIGTERM')
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    expect(stored).toEqual(expect.arrayContaining(acknowledged))
    // The statement under way at a kill may have been done without its answer arriving.
    expect(stored.length - acknowledged.length).toBeLessThanOrEqual(KILLS)
  },
)

test.each([100, 500, 1000])(
  'A first start that is killed after %i ms leaves a folder that the next start can use',
  async (ms) => {
    const own = await mkdtemp(join(tmpdir(), 'lanai-killed-'))
    const starting = spawnServices(own)
    await sleep(ms)
    await starting.end('SIGKILL')

    const services = await startServicesProcess(own)
    await services.end('SIGTERM')
    await rm(own, { recursive: true })
  },
)

test('A stop by SIGTERM takes less than 2 s, even with a transaction left open', async () => {
  const services = await startServicesProcess(folder)
  const client = await connect(services)
  await client.query('begin')
  await client.query('create table abandoned (id int)')
  const start = performance.now()
  await services.end('SIGTERM')
  expect(performance.now() - start).toBeLessThan(2000)
})

async function storedNumbers(services: RunningServices): Promise<number[]> {
  const client = await connect(services)
  await client.query('create table if not exists durable (number int primary key)')
  const { rows } = await client.query<{ number: number }>('select number from durable order by number')
  await client.end()
  return rows.map(({ number }) => number)
}

async function writeUntilKilled(
  services: RunningServices,
  acknowledged: number[],
  ms: number,
): Promise<void> {
  const client = await connect(services)
  const killed = sleep(ms).then(() => services.end('SIGKILL'))
  const first = Math.max(0, ...acknowledged) + 1000
  for (let number = first; ; number++) {
    const done = await client.query('insert into durable values ($1)', [number]).catch(() => null)
    if (!done) break
    acknowledged.push(number)
  }
  await killed
}

async function connect(services: RunningServices): Promise<pg.Client> {
  const client = new pg.Client(services.databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
