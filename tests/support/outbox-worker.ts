import { setTimeout as sleep } from 'node:timers/promises'
import { app } from '#src/server/deps.ts'

/** A worker that delivers until it is killed: the entry of a process of its own, see tests/faults/outbox-killed.test.ts. */
for (;;) {
  await app().deliverOutbox({ withinMs: 20_000 })
  await sleep(20)
}
