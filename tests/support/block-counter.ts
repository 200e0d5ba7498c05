/** Often enough that next to nothing but one turn of the loop lies between two looks. */
const LOOK_EVERY_MS = 1

/**
 * Counts how long the loop of this thread is kept from everybody else. What is counted is the time that the processor
 * worked for this thread, so that a machine busy with something else changes nothing.
 */
export function countBlocks(): BlockCounter {
  let longestMs = 0
  let last = workedMs()
  const look = () => {
    const now = workedMs()
    longestMs = Math.max(longestMs, now - last)
    last = now
  }
  setInterval(look, LOOK_EVERY_MS).unref()
  return {
    takeLongestMs() {
      look()
      const taken = longestMs
      longestMs = 0
      return taken
    },
  }
}

export interface BlockCounter {
  /** The longest since this was last asked, in milliseconds of the processor. */
  takeLongestMs: () => number
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
