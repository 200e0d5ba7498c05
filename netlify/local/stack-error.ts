/** Something the person who starts the stack can put right. Its message is the whole, one-line explanation. */
export class StackError extends Error {
  override name = 'StackError'
}
