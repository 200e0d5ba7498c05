import type { ActionAPIContext } from 'astro:actions'
import { deliver } from '#src/server/delivery.ts'
import { log } from '#src/server/log.ts'

/** The schedule takes over what is left after this; the function that answered must not be kept for long. */
const WITHIN_MS = 10_000

/**
 * Sends what has just been announced as soon as the answer is on its way. Never fails the action and never makes it
 * wait: what is not sent now, the schedule sends within the minute.
 */
export function deliverSoon({ locals }: Pick<ActionAPIContext, 'locals'>): void {
  const delivery = deliverAfterAnswer().catch((error: unknown) => {
    log('error', { code: 'outbox_kick_failed', error })
  })
  // The dev server has no such context; there a promise runs without being held.
  ;(locals as Partial<App.Locals>).netlify?.context.waitUntil(delivery)
}

async function deliverAfterAnswer(): Promise<void> {
  // Writing a mail takes time on this very thread: the person gets their answer first.
  await new Promise((resolve) => setImmediate(resolve))
  await deliver({ withinMs: WITHIN_MS })
}
