/**
 * What many sign-ins at once do to everybody else: each from a network and for an account of its own, so that no
 * limit but that of the machine stops them, while somebody else opens the sign-in screen again and again.
 * `npm run bench -- sign-in-flood`. Needs a machine that has all of 127.0.0.0/8, as Linux has.
 */
import { once } from 'node:events'
import { get, request, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { forkPortal } from './forked-portal.ts'

const WARM_UP_LOADS = 20

const { values: options } = parseArgs({
  options: {
    'sign-ins': { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log('Usage: npm run bench -- sign-in-flood [--sign-ins N] [--json]')
} else {
  await bench(Number(options['sign-ins']))
}

async function bench(signIns: number): Promise<void> {
  const portal = await forkPortal()
  try {
    const { siteUrl } = portal
    for (let n = 0; n < WARM_UP_LOADS; n++) await loadScreen(siteUrl)
    await portal.peakMemoryMiB()
    const before = await portal.peakMemoryMiB()

    const start = performance.now()
    const flood = Promise.all(Array.from({ length: signIns }, (_, n) => signIn(siteUrl, n)))
    const loads = await loadScreenUntil(flood, siteUrl)
    const statuses = await flood
    report({
      seconds: (performance.now() - start) / 1000,
      answers: Object.fromEntries(
        Object.entries(Object.groupBy(statuses, String)).map(([k, v]) => [k, v?.length]),
      ),
      screen: { loads: loads.length, medianMs: at(loads, 0.5), slowestMs: at(loads, 1) },
      memoryMiB: { before, peak: await portal.peakMemoryMiB() },
    })
  } finally {
    await portal.stop()
  }
}

async function loadScreenUntil(done: Promise<unknown>, siteUrl: string): Promise<number[]> {
  const times: number[] = []
  let isDone = false as boolean
  void done.finally(() => (isDone = true))
  while (!isDone) times.push(await loadScreen(siteUrl))
  return times
}

async function loadScreen(siteUrl: string): Promise<number> {
  const start = performance.now()
  const asked = get(`${siteUrl}/auth`, { agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`/auth: ${answer.statusCode ?? 0}`)
  return performance.now() - start
}

async function signIn(siteUrl: string, n: number): Promise<number> {
  const body = JSON.stringify({ email: `founder-${n}@example.com`, password: 'not the password' })
  const asked = request(`${siteUrl.replace('localhost', '127.0.0.1')}/_actions/auth.signIn`, {
    method: 'POST',
    agent: false,
    localAddress: `127.1.${n >> 8}.${n & 0xff}`,
    headers: {
      host: new URL(siteUrl).host,
      origin: siteUrl,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  }).end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}

function report(result: Result): void {
  if (options.json) {
    console.log(JSON.stringify(result, null, 2))
    return
  }
  const { seconds, answers, screen, memoryMiB } = result
  console.log(
    `${options['sign-ins']} sign-ins at once, answered in ${seconds.toFixed(2)} s, by status:`,
    answers,
  )
  console.log(
    `/auth meanwhile: ${screen.loads} loads, median ${screen.medianMs.toFixed(1)} ms, slowest ${screen.slowestMs.toFixed(1)} ms`,
  )
  console.log(
    `Memory: ${memoryMiB.before.toFixed(0)} MiB before, ${memoryMiB.peak.toFixed(0)} MiB at its peak`,
  )
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

interface Result {
  seconds: number
  /** How many answers of each status. */
  answers: Record<string, number | undefined>
  screen: { loads: number; medianMs: number; slowestMs: number }
  memoryMiB: { before: number; peak: number }
}
