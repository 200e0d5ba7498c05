import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks for pages with made-up sessions, each of its connections as fast as it is answered. A thread of its own. */
const task = workerData as FloodTask
const answers: Record<string, number> = {}
let left = task.requests

const start = performance.now()
await Promise.all(Array.from({ length: task.connections }, (_, n) => flood(n)))
const result: FloodResult = { answers, seconds: (performance.now() - start) / 1000 }
parentPort?.postMessage(result)

async function flood(connection: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const localAddress = task.from === 'one address' ? '127.0.0.1' : addressOf(connection)
  while (left-- > 0) {
    const status = await ask(agent, localAddress).catch(() => 'failed')
    answers[status] = (answers[status] ?? 0) + 1
  }
  agent.destroy()
}

async function ask(agent: Agent, localAddress: string): Promise<number> {
  const cookie = `__Host-session=${madeUpToken()}`
  const asked = get(task.url, { agent, localAddress, headers: { host: task.host, cookie } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}

/** Of the shape that real ones have: anything else is no work for anybody. */
function madeUpToken(): string {
  return Array.from(randomBytes(40), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte & 31]).join('')
}

function addressOf(connection: number): string {
  return `127.1.${connection >> 8}.${connection & 0xff}`
}

export interface FloodTask {
  url: string
  host: string
  requests: number
  connections: number
  from: 'one address' | 'many addresses'
}

export interface FloodResult {
  /** How many of each status. */
  answers: Record<string, number>
  seconds: number
}
