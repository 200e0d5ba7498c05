import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Another visitor, who asks for the sign-in screen again and again, on another thread. */
const ASKS_EVERY_MS = 20

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')
const url = workerData as string
let longestMs = 0
const waits = new Set<Promise<void>>()

setInterval(() => {
  const wait = ask().finally(() => waits.delete(wait))
  waits.add(wait)
}, ASKS_EVERY_MS)

port.on('message', () => void answer())

/** The longest wait since this was last asked, in milliseconds. */
async function answer(): Promise<void> {
  // Who asked while the portal was busy waits until now, and is counted.
  await Promise.all(waits)
  port?.postMessage(longestMs)
  longestMs = 0
}

async function ask(): Promise<void> {
  const start = performance.now()
  try {
    const [answer] = (await once(get(`${url}/auth`, { agent: false }), 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  } catch {
    // A portal that was ended has not answered.
  }
  longestMs = Math.max(longestMs, performance.now() - start)
}
