/**
 * Runs work at most so many at once; others wait their turn, and turns go round among those whose work it is. When too
 * many wait, whoever has most waiting gives up the last of it for somebody with less; else the next is refused. Who is
 * refused gets a BusyError, and their work is never begun.
 */
export function createQueue({ atOnce, waiting, longestWaitMs }: Bounds): Queue {
  const line = new FairLine<Waiter>()
  let running = 0

  /** Whoever waits takes over the place of the one who leaves, so a newcomer cannot slip in between. */
  function turn(whose: string): Promise<null> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve(null)
    }
    if (line.size >= waiting) {
      const givenUp = line.takeInFavourOf(whose)
      if (!givenUp) return Promise.reject(tooMuch())
      givenUp.reject(tooMuch())
    }
    return wait(whose)
  }

  async function wait(whose: string): Promise<null> {
    const waiter: Waiter = Promise.withResolvers<null>()
    line.add(whose, waiter)
    if (longestWaitMs === undefined) return waiter.promise

    const timer = setTimeout(() => {
      line.remove(whose, waiter)
      waiter.reject(tooMuch())
    }, longestWaitMs)
    return waiter.promise.finally(() => {
      clearTimeout(timer)
    })
  }

  return async (work, whose = '') => {
    await turn(whose)
    try {
      return await work()
    } finally {
      const next = line.takeNext()
      if (next) next.resolve(null)
      else running -= 1
    }
  }
}

/** There is more to do than can be done in time: nothing was begun, and the same may work in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** A queue for each of those who wait, served round-robin: a long one is the trouble of those in it and of nobody else. */
export class FairLine<T> {
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

function tooMuch(): BusyError {
  return new BusyError('Too much to do at once.')
}

type Waiter = PromiseWithResolvers<null>

/** @param whose for work that is shared out fairly among several; by default it is all of one. */
export type Queue = <T>(work: () => Promise<T>, whose?: string) => Promise<T>

export interface Bounds {
  atOnce: number
  waiting: number
  /** Without it those who wait do so until their turn comes. */
  longestWaitMs?: number
}
