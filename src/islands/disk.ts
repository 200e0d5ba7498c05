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
      const outcomes = [...changes].map(([key, value]) => writeStored(prefix + key, value))
      return Promise.resolve(outcomes.every(Boolean))
    },
  }
}

export function readAll<Value>(prefix: string): Map<string, Value> {
  const entries = storedKeys(prefix).map((key) => [key.slice(prefix.length), readStored(key)] as const)
  return new Map(entries.filter(([, value]) => value !== null)) as Map<string, Value>
}

/** In IndexedDB, which says when a record is on the disk for good. Each store is a separate database. */
export function indexedDisk<Value extends object>(store: string, email: string): Disk<Value> {
  const member = memberKey(email)
  return {
    async read() {
      const mine = () => IDBKeyRange.bound([member], [member, []])
      const stored = await transact(store, (records) => records.getAll(mine())).catch(() => [])
      return new Map((stored as (Value & { id: string })[]).map((value) => [value.id, value]))
    },
    write: (changes) =>
      transact(store, (records) => {
        for (const [id, value] of changes) {
          if (value === null) records.delete([member, id])
          else records.put({ ...value, id, member })
        }
      }).then(
        () => true,
        () => false,
      ),
  }
}

/** Removes every member's records of which this is true. */
export async function removeIndexed(
  store: string,
  isRemoved: (value: Record<string, unknown>) => boolean,
): Promise<void> {
  const all = (await transact(store, (records) => records.getAll())) as { member: string; id: string }[]
  await transact(store, (records) => {
    for (const value of all) if (isRemoved({ ...value })) records.delete([value.member, value.id])
  })
}

/** @returns what the request found, once all of it is on the disk. */
async function transact(
  store: string,
  run: (records: IDBObjectStore) => IDBRequest | undefined,
): Promise<unknown> {
  const database = await (databases[store] ??= open(store))
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
    const request = run(transaction.objectStore(store))
    transaction.oncomplete = () => resolve(request?.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
}

const databases: Record<string, Promise<IDBDatabase>> = {}

function open(store: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(store, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: ['member', 'id'] })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}
