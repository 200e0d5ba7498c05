/** A mutex: a turn is held by one caller at a time, in the order of asking. */
export class Turns {
  #last: Promise<null> = Promise.resolve(null)

  /** Resolves when everybody who asked before is done, with the function that ends this turn. */
  async take(): Promise<EndTurn> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<null>()
    this.#last = promise
    await before
    return () => {
      resolve(null)
    }
  }
}

export type EndTurn = () => void
