import { expect, test } from 'vitest'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { loadBuiltPortal } from '../fuzz/built-portal.ts'
import { fuzzInProcess } from '../fuzz/in-process.ts'
import { fuzzOverSockets } from '../fuzz/over-sockets.ts'

/** A few of those that `npm run fuzz:gate` asks for as long as one likes. */
const task = { seed: 20_261_122, untilMs: Infinity, only: null }

test('at the edge, in the function and in development nobody passes, and all three agree', async () => {
  const report = await fuzzInProcess(
    { ...task, host: 'in-process', requests: 4000 },
    await loadBuiltPortal(BUILT_PROJECT),
  )
  expect(report.findings).toEqual([])
  expect(report.compared).toBeGreaterThan(350)
})

test('over a socket nobody passes, and the host answers what the edge does', async () => {
  const report = await fuzzOverSockets({ ...task, host: 'sockets', requests: 2000 }, { kind: 'sockets' })
  expect(report.findings).toEqual([])
  expect(report.requests).toBeGreaterThanOrEqual(2000)
}, 120_000)
