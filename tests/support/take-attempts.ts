import { createSql } from '#src/server/vendors/neon.ts'
import { createRateLimits } from '#src/server/limits/rate-limits.ts'
import { readEnv } from '#src/server/env.ts'

const QUERY_TIMEOUT_MS = 10_000

/** A process of its own that tries so many times at once, and prints how often it was let. */
const times = Number(process.argv[2])
const limits = createRateLimits(createSql(readEnv(process.env), QUERY_TIMEOUT_MS), () => undefined)
const limit = { name: 'shared', allowed: 10, seconds: 600 }
const permits = await Promise.all(Array.from({ length: times }, () => limits.take(limit, 'everybody')))
console.log(permits.filter(({ ok }) => ok).length)
