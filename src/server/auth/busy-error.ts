/** There is more to do than can be done in time: nothing was begun, and the same may work in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}
