import { BusyError } from './auth/busy-error.ts'
import { WaitingLine } from './adapters/waiting-line.ts'

/**
 * Runs work at most so many at once; others wait their turn, and turns go round among those whose work it is. When too
 * many wait, whoever has most waiting gives up the last of it for somebody with less; else the next is refused. Who is
 * refused gets a BusyError, and their work is never begun.
 */
export function createQueue({ atOnce, waiting, longestWaitMs }: Bounds): InTurn {
  const line = new WaitingLine<Waiter>()
  let running = 0

  /** Whoever waits takes over the place of the one who leaves, so a newcomer cannot slip in between. */
  function turn(whose: string): Promise<null> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve(null)
    }
    if (line.size >= waiting) {
      const givenUp = line.takeInFavourOf(whose)
      if (!givenUp) return Promise.reject(busy())
      givenUp.reject(busy())
    }
    return wait(whose)
  }

  async function wait(whose: string): Promise<null> {
    const waiter: Waiter = Promise.withResolvers<null>()
    line.add(whose, waiter)
    if (longestWaitMs === undefined) return waiter.promise

    const timer = setTimeout(() => {
      line.remove(whose, waiter)
      waiter.reject(busy())
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

function busy(): BusyError {
  return new BusyError('Too much to do at once.')
}

type Waiter = PromiseWithResolvers<null>

/** @param whose for work that is shared out fairly among several; by default it is all of one. */
export type InTurn = <T>(work: () => Promise<T>, whose?: string) => Promise<T>

export interface Bounds {
  atOnce: number
  waiting: number
  /** Without it those who wait do so until their turn comes. */
  longestWaitMs?: number
}
