export class StackError extends Error {
  override name = 'StackError'
}
