import { readEnv } from '#src/server/env.ts'
import { takeAttempt } from '#src/server/limits/rate-limits.ts'
import { createSql } from '#src/server/vendors/neon.ts'

/** A process of its own that tries so many times at once, and prints how often it was let. */
const times = Number(process.argv[2])
const sql = createSql(readEnv(process.env))
const limit = { name: 'shared', allowed: 10, seconds: 600 }
const permits = await Promise.all(Array.from({ length: times }, () => takeAttempt(sql, limit, 'everybody')))
console.log(permits.filter(({ ok }) => ok).length)
