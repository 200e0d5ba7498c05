import { memberKey } from '../session.ts'

/** Records by their keys. null removes one. */
export type Changes<Value> = ReadonlyMap<string, Value | null>

/** One member's records in this browser. */
export interface Disk<Value> {
  read(): Promise<ReadonlyMap<string, Value>>
  /** Writes all or none. @returns whether they are on the disk. */
  write(changes: Changes<Value>): Promise<boolean>
}

/** IndexedDB, which reports when a record is durable. Each store is a separate database. */
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

/** Removes the records, of every member, for which this is true. */
export async function removeIndexed(
  store: string,
  isRemoved: (value: Record<string, unknown>) => boolean,
): Promise<void> {
  const all = (await transact(store, (records) => records.getAll())) as { member: string; id: string }[]
  await transact(store, (records) => {
    for (const value of all) if (isRemoved({ ...value })) records.delete([value.member, value.id])
  })
}

/** @returns the request's result, once the transaction is on the disk. */
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
