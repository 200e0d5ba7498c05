import { setTimeout as sleep } from 'node:timers/promises'
import { deliver } from '#src/server/delivery.ts'

/** Delivers mails until it is killed: see killable-process.ts. */
console.log('ready')
for (;;) {
  await deliver()
  await sleep(20)
}
