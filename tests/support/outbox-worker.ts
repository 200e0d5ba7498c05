import { setTimeout as sleep } from 'node:timers/promises'
import { deliver } from '#src/server/delivery.ts'

/** A worker that delivers until it is killed: the entry of a process of its own, see tests/support/mortal-worker.ts. */
for (;;) {
  await deliver({ withinMs: 20_000 })
  await sleep(20)
}
