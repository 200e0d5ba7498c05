/**
 * Lets requests begin in their order, each in a turn of the event loop of its own. Node accepts one new connection a
 * turn: if it also served all that is ready in one, a flood on many connections would keep new visitors waiting until
 * it is over.
 *
 * @returns what to wait for before a request is served.
 */
export function createLoopTurns(): () => Promise<null> {
  const waiting: ((value: null) => void)[] = []

  function begin(): void {
    waiting.shift()?.(null)
    if (waiting.length > 0) setImmediate(begin)
  }

  return () => {
    if (waiting.length === 0) setImmediate(begin)
    const { promise, resolve } = Promise.withResolvers<null>()
    waiting.push(resolve)
    return promise
  }
}
