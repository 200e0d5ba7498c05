export function describeError(error: unknown): string {
  // Connecting to a host with several addresses fails with an AggregateError whose message is empty.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  // fetch says no more than that it failed.
  if (error instanceof TypeError && error.cause) return describeError(error.cause)
  return error instanceof Error ? error.message : String(error)
}
