import { FairLine } from '../../../src/server/queue.ts'

/** As many as a browser asks for at once. An address with more waiting has a queue of its own for what is beyond. */
const MOST_IN_COMMON_QUEUE = 8
const COMMON_QUEUE = ''

/**
 * Lets requests begin one at a time, each in a turn of the event loop of its own. Node accepts one new connection a
 * turn: if it also served all that is ready in one, a flood on many connections would keep new visitors waiting until
 * it is over. Addresses share one queue; an address that asks for very much has its own, and the
 * queues are served in turn.
 *
 * @returns what to wait for before a request of this address is served.
 */
export function createFairQueue(): (address: string) => Promise<null> {
  const queue = new FairLine<Waiting>()
  const waitingOf = new Map<string, number>()

  function begin(): void {
    const next = queue.takeNext()
    if (next) {
      const left = (waitingOf.get(next.address) ?? 0) - 1
      if (left > 0) waitingOf.set(next.address, left)
      else waitingOf.delete(next.address)
      next.resolve(null)
    }
    if (queue.size > 0) setImmediate(begin)
  }

  return (address) => {
    if (queue.size === 0) setImmediate(begin)
    const { promise, resolve } = Promise.withResolvers<null>()
    const waiting = (waitingOf.get(address) ?? 0) + 1
    waitingOf.set(address, waiting)
    queue.add(waiting > MOST_IN_COMMON_QUEUE ? address : COMMON_QUEUE, { address, resolve })
    return promise
  }
}

interface Waiting {
  address: string
  resolve: (value: null) => void
}
