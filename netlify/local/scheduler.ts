import { setTimeout as sleep } from 'node:timers/promises'
import { isDue } from './cron.ts'
import { loadScheduledFunctions, type ScheduledFunction } from './scheduled-functions.ts'

const MINUTE_MS = 60_000

const WAKE_DELAY_MS = 50

/** What a stop leaves to functions that are running. They must bear being cut off, as on any host. */
const CLOSE_GRACE_MS = 1_000

/**
 * Calls the scheduled functions of this project by their schedule, as Netlify does, and all of them once at the
 * start: what was left over from the last time need not wait. A function that fails is reported and called again.
 */
export function startScheduler({ root }: { root: string }): Scheduler {
  const running = new Set<Promise<void>>()
  const loaded = loadScheduledFunctions(root)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let woken: Promise<void> | null = null

  const call = (due: ScheduledFunction[]) => {
    for (const { name, run } of due) {
      const ended: Promise<void> = run(scheduledRequest(name))
        .then(() => undefined, report(name))
        .finally(() => running.delete(ended))
      running.add(ended)
    }
  }

  const waitForMinute = (functions: ScheduledFunction[]) => {
    timer = setTimeout(
      () => {
        const moment = new Date()
        call(functions.filter(({ schedule }) => isDue(schedule, moment)))
        waitForMinute(functions)
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    )
  }

  const started = loaded.then((functions) => {
    if (isClosed) return
    call(functions)
    waitForMinute(functions)
  }, report('A scheduled function'))

  return {
    wake() {
      // Who wakes it several times within one moment wakes it once.
      woken ??= sleep(WAKE_DELAY_MS).then(async () => {
        woken = null
        const functions = await loaded.catch(() => [])
        if (!isClosed) call(functions.filter(({ name }) => name === 'deliver-outbox'))
      })
    },

    async close() {
      isClosed = true
      await started
      clearTimeout(timer)
      await Promise.race([Promise.all(running), sleep(CLOSE_GRACE_MS, undefined, { ref: false })])
    },
  }
}

/** As Netlify's scheduler asks: it tells when it will ask next. */
function scheduledRequest(name: string): Request {
  const next = new Date(Date.now() + MINUTE_MS)
  return new Request(`http://localhost/.netlify/functions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ next_run: next.toISOString() }),
  })
}

function report(name: string) {
  return (error: unknown) => {
    console.error(`${name} failed:`, error)
  }
}

export interface Scheduler {
  /** Delivers what waits in the outbox without waiting for the next minute. */
  wake(): void
  /** Lets what is running finish for a moment. */
  close(): Promise<void>
}
