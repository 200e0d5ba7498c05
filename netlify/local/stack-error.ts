/** An error that the user can fix. Its one-line message says how. */
export class StackError extends Error {
  override name = 'StackError'
}
