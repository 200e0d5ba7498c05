import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { readStackFile } from '../../db/stack-file.ts'
import { startPostgres } from '../../netlify/local/postgres.ts'
import { startServices, type Services } from '../../netlify/local/services.ts'
import { useFolder } from '../support/folder.ts'
import {
  fingerprint,
  readColumns,
  RELEASED,
  restoreInto,
  VERSIONS,
  type Columns,
  type Tables,
} from '../support/released-database.ts'

test('every version that added migrations has a data folder', async () => {
  const files = VERSIONS.map(({ name }) => `${name}.tar.gz`)
  expect(await readdir(RELEASED)).toEqual(expect.arrayContaining(files))
})

describe.each(VERSIONS)('a data folder of $version', ({ name }) => {
  const dataFolder = useFolder()
  let columns: Columns
  let before: Tables
  let services: Services

  beforeAll(async () => {
    execFileSync('tar', ['-xzf', join(RELEASED, `${name}.tar.gz`), '-C', dataFolder])
    const secrets = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')) as {
      databasePassword: string
    }
    const postgres = await startPostgres({
      directory: join(dataFolder, 'postgres'),
      port: 0,
      password: secrets.databasePassword,
      isDurable: false,
    })
    await restoreInto(postgres.url, name)
    columns = await readColumns({ databaseUrl: postgres.url })
    before = await fingerprint({ databaseUrl: postgres.url }, columns)
    await postgres.close()
    services = await startServices({
      siteUrl: 'http://localhost',
      dataFolder,
      ports: { mailbox: 0, postgres: 0 },
    })
  })
  afterAll(() => services.close())
  beforeEach(() => vi.stubEnv('NETLIFY_BLOBS_CONTEXT', services.env.NETLIFY_BLOBS_CONTEXT))
  afterEach(() => void vi.unstubAllEnvs())

  test('keeps every row of every table', async () => {
    for (const [table, found] of before) expect(found?.rows, table).toBeGreaterThan(0)
    expect(await fingerprint(services, columns)).toEqual(before)
  })

  test('keeps each picture byte for byte', async () => {
    const [file = ''] = globSync('blobs/entries/**/*.webp', { cwd: dataFolder })
    const pictures = createAvatarStore()
    const keys = await pictures.list()
    expect(keys).toHaveLength(1)
    expect(await pictures.read(keys[0] ?? '')).toEqual(new Uint8Array(await readFile(join(dataFolder, file))))
  })

  test('keeps each email in the mailbox', async () => {
    const mailbox = await (await fetch(services.mailboxUrl ?? '')).text()
    expect(mailbox).toContain('Confirm your email address')
    expect(mailbox).toContain('kai@example.org')
  })

  test('gets a new note for commands in place of the one that a kill left', () => {
    expect(readStackFile({ LANAI_DATA: dataFolder })).toMatchObject({ databaseUrl: services.databaseUrl })
  })
})
