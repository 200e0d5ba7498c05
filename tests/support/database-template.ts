import { PGlite } from '@electric-sql/pglite'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

/** Vitest's global set-up: an empty embedded database is made once for the whole run, and each test begins with a copy. */
export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'lanai-template-'))
  const path = join(directory, 'database.tar')
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('none')
  await database.close()
  await writeFile(path, dump.stream())
  project.provide('databaseTemplate', path)
  return () => rm(directory, { recursive: true })
}

/** The file with that database. */
export function databaseTemplate(): string {
  return inject('databaseTemplate')
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseTemplate: string
  }
}
