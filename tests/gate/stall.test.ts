import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, requestsTo, startMeasuredPortal, type MeasuredPortal } from '../support/heavy-requests.ts'

/** What another visitor may wait. Judged is the work of the portal's main thread, not a clock. */
const LONGEST_BLOCK_MS = 250

/** Garbage may be collected in the middle of any request: what is the request's own, it costs each time. */
const ATTEMPTS = 3

let portal: MeasuredPortal
beforeAll(async () => {
  portal = await startMeasuredPortal()
})
afterAll(() => portal.stop())

test.each(endpoints)(
  'no request of $who to $method $path keeps another visitor waiting',
  { timeout: 120_000 },
  async (endpoint) => {
    const found: string[] = []
    for (const request of requestsTo(endpoint)) {
      for (let attempt = 1; ; attempt++) {
        const cost = await portal.measure(endpoint, request)
        const isWell = cost.blockMs <= LONGEST_BLOCK_MS && isExpected(cost.status)
        if (isWell) break
        if (attempt < ATTEMPTS && cost.status !== 'hangs') continue
        found.push(`${request.name}: ${JSON.stringify(cost)}`)
        break
      }
    }
    expect(found).toEqual([])
  },
)

function isExpected(status: number | 'hangs' | null): boolean {
  return status !== 'hangs' && (status === null || status < 500 || status === 503)
}
