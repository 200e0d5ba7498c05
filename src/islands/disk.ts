import { memberKey } from './session.ts'
import { readStored, storedKeys, writeStored } from './stored.ts'

/** Records by their keys; null removes one. */
export type Changes<Value> = ReadonlyMap<string, Value | null>

/** What this browser keeps of one member's records. */
export interface Disk<Value> {
  read(): Promise<ReadonlyMap<string, Value>>
  /** All or nothing. @returns whether it is on the disk. */
  write(changes: Changes<Value>): Promise<boolean>
}

/** In local storage, an entry a record: it can be read before a page is painted, but is not safe against a power cut. */
export function localDisk<Value>(prefix: string): Disk<Value> {
  return {
    read: () => Promise.resolve(readAll<Value>(prefix)),
    write(changes) {
      const outcomes = [...changes].map(([key, value]) => {
        if (value !== null) return writeStored(prefix + key, value)
        localStorage.removeItem(prefix + key)
        return true
      })
      return Promise.resolve(outcomes.every(Boolean))
    },
  }
}

export function readAll<Value>(prefix: string): Map<string, Value> {
  const entries = storedKeys(prefix).map(
    (key) => [key.slice(prefix.length), readStored(key) as Value | null] as const,
  )
  return new Map(entries.filter((entry): entry is readonly [string, Value] => entry[1] !== null))
}

/** In IndexedDB, which says when a record is on the disk for good. Each store is a database of its own. */
export function indexedDisk<Value extends object>(store: string, email: string): Disk<Value> {
  const member = memberKey(email)
  let database: Promise<IDBDatabase> | null = null
  const opened = () => (database ??= open(store))
  return {
    async read() {
      try {
        const records = (await opened()).transaction(store).objectStore(store)
        const all = records.getAll(IDBKeyRange.bound([member], [member, []]))
        const stored = (await settled(all)) as (Value & { id: string })[]
        return new Map(stored.map((value) => [value.id, value]))
      } catch {
        return new Map()
      }
    },
    async write(changes) {
      try {
        const transaction = (await opened()).transaction(store, 'readwrite', { durability: 'strict' })
        const records = transaction.objectStore(store)
        for (const [id, value] of changes) {
          if (value === null) records.delete([member, id])
          else records.put({ ...value, id, member })
        }
        await done(transaction)
        return true
      } catch {
        return false
      }
    },
  }
}

/** Removes every member's records of which this is true. */
export async function removeIndexed(
  store: string,
  isRemoved: (value: Record<string, unknown>) => boolean,
): Promise<void> {
  const transaction = (await open(store)).transaction(store, 'readwrite')
  const records = transaction.objectStore(store)
  const all = (await settled(records.getAll())) as { member: string; id: string }[]
  for (const value of all) if (isRemoved({ ...value })) records.delete([value.member, value.id])
  await done(transaction)
}

async function open(store: string): Promise<IDBDatabase> {
  const request = indexedDB.open(store, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: ['member', 'id'] })
  return settled(request)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
}
