import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { goLive } from '../../checks/go-live.ts'
import type { Row } from '../../checks/go-live/row.ts'
import { answersIn, reach, TOKENS, worldInOrder, type World } from './deploy-world.ts'
import { startFourServices, type FourServices } from './four-services.ts'
import { useDatabase } from './use-database.ts'

/** `npm run go-live` in a world that is in order before each test, with stand-ins of the four services and a real database. */
export function useGoLive() {
  const database = useDatabase()
  let folder: string
  const here = { database } as GoLive

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lanai-go-live-'))
    await writeFile(join(folder, '.nvmrc'), '24\n')
    here.services = await startFourServices(join(folder, 'blobs'), TOKENS)
  })
  afterAll(async () => {
    await here.services.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => {
    here.world = worldInOrder(database)
    here.services.trouble = () => null
    here.services.calls.length = 0
  })

  here.call = async (args) => {
    const said: string[] = []
    const say = (text: string) => said.push(text)
    here.services.answers = answersIn(here.world)
    const services = reach(here.services, database)
    const { env } = here.world
    const status = await goLive(args, { env, root: folder, services, out: say, err: say, columns: Infinity })
    const text = said.join('\n')
    const passwords = [database.databaseUrl, database.roleUrls.lanai_app].map((url) => new URL(url).password)
    for (const secret of ['s3cret', TOKENS.server, ...passwords]) expect(text).not.toContain(secret)
    return { status, text }
  }
  here.rows = async () => {
    const { status, text } = await here.call(['--json'])
    return { status, ...(JSON.parse(text) as { rows: Row[]; next: Row | null }) }
  }
  return here
}

interface GoLive {
  database: ReturnType<typeof useDatabase>
  services: FourServices
  /** To be changed by a test. */
  world: World
  /** What it ends with and prints, in which no secret may be. */
  call: (args: string[]) => Promise<{ status: number; text: string }>
  rows: () => Promise<{ status: number; rows: Row[]; next: Row | null }>
}
