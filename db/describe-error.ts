/** What went wrong, in one line for the person at the terminal. */
export function describeError(error: unknown): string {
  // A refused connection to several addresses of one host: its own message is empty.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  return error instanceof Error ? error.message : String(error)
}
