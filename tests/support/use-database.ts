import { afterAll, beforeAll } from 'vitest'
import { startTestDatabase, type TestDatabase } from './test-databases.ts'

/** A database with the whole schema for the tests around; it is there from their first hook on. */
export function useDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await startTestDatabase())
  })
  afterAll(() => database.close())
  return database
}
