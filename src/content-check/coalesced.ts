/** Does a work whenever it is asked for: never twice at once, and once more when it was asked for while under way. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let isAsked = false
  let running: Promise<void> | undefined
  const run = async () => {
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } finally {
      running = undefined
    }
  }
  return () => {
    isAsked = true
    return (running ??= run())
  }
}
