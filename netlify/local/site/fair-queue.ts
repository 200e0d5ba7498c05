/** As many as a browser asks for at once. An address with more waiting has a queue of its own for what is beyond. */
const MOST_IN_COMMON_QUEUE = 8
const COMMON_QUEUE = ''

/** As many as are served in less time than anybody would wait for a page. */
const MOST_WAITING = 256

/**
 * Lets requests begin one at a time, each in a turn of the event loop of its own. Node accepts one new connection a
 * turn: if it also served all that is ready in one, a flood on many connections would keep new visitors waiting until
 * it is over. Addresses share one queue; an address that asks for very much has its own, and the
 * queues are served in turn.
 *
 * When too many wait, who has most of them waiting gives up the last of it for somebody with less; else the next is refused.
 *
 * @returns what to wait for before a request of this address is served; false when it is not to be.
 */
export function createFairQueue(): (address: string) => Promise<boolean> {
  const queue = new FairLine<Waiting>()
  const waitingOf = new Map<string, number>()

  function begin(): void {
    const next = queue.takeNext()
    if (next) leave(next, true)
    if (queue.size > 0) setImmediate(begin)
  }

  function leave({ address, resolve }: Waiting, isServed: boolean): void {
    const left = (waitingOf.get(address) ?? 0) - 1
    if (left > 0) waitingOf.set(address, left)
    else waitingOf.delete(address)
    resolve(isServed)
  }

  return (address) => {
    const waiting = (waitingOf.get(address) ?? 0) + 1
    const whose = waiting > MOST_IN_COMMON_QUEUE ? address : COMMON_QUEUE
    if (queue.size >= MOST_WAITING) {
      const givenUp = queue.takeInFavourOf(whose)
      if (!givenUp) return Promise.resolve(false)
      leave(givenUp, false)
    }
    if (queue.size === 0) setImmediate(begin)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waitingOf.set(address, waiting)
    queue.add(whose, { address, resolve })
    return promise
  }
}

interface Waiting {
  address: string
  resolve: (isServed: boolean) => void
}

/** A queue for each of those who wait, served round-robin: a long one is the trouble of those in it and of nobody else. */
class FairLine<T> {
  /** The one whose turn is next comes first. None is empty. */
  readonly #queues = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(whose: string, item: T): void {
    const queue = this.#queues.get(whose)
    if (queue) queue.push(item)
    else this.#queues.set(whose, [item])
    this.#size += 1
  }

  /** Takes the first of the queue whose turn it is; that queue is the last now. */
  takeNext(): T | undefined {
    for (const [whose, queue] of this.#queues) {
      this.#queues.delete(whose)
      const item = queue.shift()
      if (queue.length > 0) this.#queues.set(whose, queue)
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** Takes the last of the longest queue, if that one stays at least as long as this one grows by one more. */
  takeInFavourOf(whose: string): T | undefined {
    let longest: T[] | undefined
    let length = (this.#queues.get(whose)?.length ?? 0) + 1
    for (const queue of this.#queues.values()) {
      if (queue.length > length) {
        longest = queue
        length = queue.length
      }
    }
    if (longest) this.#size -= 1
    return longest?.pop()
  }

  remove(whose: string, item: T): void {
    const queue = this.#queues.get(whose) ?? []
    const index = queue.indexOf(item)
    if (index < 0) return
    queue.splice(index, 1)
    if (queue.length === 0) this.#queues.delete(whose)
    this.#size -= 1
  }
}
