import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startTestDatabase } from '../support/test-databases.ts'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, '../support/take-attempts.ts')

test('three processes at once, thirty tries each, are granted ten together', async () => {
  const database = await startTestDatabase()
  try {
    const env = {
      ...process.env,
      SITE_URL: 'http://localhost',
      DATABASE_URL: database.roleUrls.lanai_app,
      DATABASE_HTTP_URL: database.httpUrl,
    }
    const processes = await Promise.all([1, 2, 3].map(() => run(process.execPath, [SCRIPT, '30'], { env })))
    const granted = processes.map(({ stdout }) => Number(stdout))
    expect(granted.reduce((sum, n) => sum + n, 0)).toBe(10)
  } finally {
    await database.close()
  }
})
