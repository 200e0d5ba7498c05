/**
 * Whether the time of an answer tells if an account exists: signing in and asking for a new password, for a member
 * and for a stranger in turn. `npm run bench -- timing`.
 */
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { forkPortal, type ForkedPortal } from './forked-portal.ts'

const WARM_UP_TRIES = 20
/** For a mail that was just asked for to leave, so that it does not slow down the next try. */
const POLL_MS = 2

const { values: options } = parseArgs({
  options: {
    tries: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log('Usage: npm run bench -- timing [--tries N] [--json]\nN tries of each kind.')
} else {
  await bench(Number(options.tries))
}

async function bench(tries: number): Promise<void> {
  const portal = await forkPortal()
  const database = new Client({ connectionString: portal.databaseUrl })
  await database.connect()
  try {
    const stranger = 'bunch@example.com'
    const signIn = (email: string) => ({
      action: 'auth.signIn',
      input: { email, password: 'not the password' },
    })
    const forgot = (email: string) => ({ action: 'auth.requestPasswordReset', input: { email } })
    report({
      'sign-in': await compare(portal, database, signIn(portal.email), signIn(stranger), tries),
      'forgot password': await compare(portal, database, forgot(portal.email), forgot(stranger), tries),
    })
  } finally {
    await database.end()
    await portal.stop()
  }
}

/** Member and stranger in turn, the first of each pair alternating, so that both meet the same machine. */
async function compare(portal: ForkedPortal, database: Client, member: Ask, stranger: Ask, tries: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < WARM_UP_TRIES + tries; n++) {
    for (const who of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      await settle(database)
      const ms = await timeOf(portal.siteUrl, who === 'known' ? member : stranger, agent)
      if (n >= WARM_UP_TRIES) times[who].push(ms)
    }
  }
  agent.destroy()
  const [known, unknown] = [median(times.known), median(times.unknown)]
  return { known, unknown, difference: Math.abs(known - unknown) / Math.max(known, unknown) }
}

/** Nothing left to send, and no attempt counted. */
async function settle(database: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query('SELECT FROM outbox WHERE sent_at IS NULL AND dead_at IS NULL')
    if (!rowCount) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  await database.query('DELETE FROM rate_limits')
}

function timeOf(siteUrl: string, { action, input }: Ask, agent: Agent): Promise<number> {
  const body = JSON.stringify(input)
  const headers = {
    origin: siteUrl,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const start = performance.now()
  request(`${siteUrl}/_actions/${action}`, { method: 'POST', agent, headers }, (answer) => {
    const { statusCode } = answer
    if (statusCode !== 200 && statusCode !== 401) reject(new Error(`${action}: ${statusCode ?? 0}`))
    answer.resume().once('end', () => resolve(performance.now() - start))
  })
    .once('error', reject)
    .end(body)
  return promise
}

function report(results: Record<string, Awaited<ReturnType<typeof compare>>>): void {
  if (options.json) {
    console.log(JSON.stringify(results, null, 2))
    return
  }
  console.log(`Median of ${options.tries} tries of each, in turn, milliseconds`)
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, { known, unknown, difference }]) => [
        name,
        {
          known: Number(known.toFixed(2)),
          unknown: Number(unknown.toFixed(2)),
          difference: `${(difference * 100).toFixed(1)} %`,
        },
      ]),
    ),
  )
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

interface Ask {
  action: string
  input: object
}
