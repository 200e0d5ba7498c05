/** docs/product.md, Timing. */
const LONGEST_WAIT_MS = 30_000
const FIRST_WAIT_MS = 1000

/** How long to wait after so many failures: twice as long each time. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
}
