import type { KeyedLock } from '../members/ports.ts'

/** A lock of this process: what it protects belongs to the process, too. */
export function createKeyedLock(): KeyedLock {
  const held = new Set<string>()
  return {
    async tryRun(key, work) {
      if (held.has(key)) return null
      held.add(key)
      try {
        return await work()
      } finally {
        held.delete(key)
      }
    },
  }
}
