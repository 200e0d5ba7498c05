import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrator.ts'
import { createDatabase } from './test-databases.ts'

/** A database with the migrations whose names sort before this number, such as '0020'. `migrate` applies the rest to it. */
export async function createEarlierDatabase(number: string) {
  const database = await createDatabase('empty')
  const directory = await mkdtemp(join(tmpdir(), 'lanai-before-'))
  await cp(join(import.meta.dirname, '../../db/migrations'), directory, { recursive: true })
  for (const file of await readdir(directory)) if (file > number) await rm(join(directory, file))
  await migrate(database.url, directory)
  await rm(directory, { recursive: true })
  return { databaseUrl: database.url, close: database.close }
}
