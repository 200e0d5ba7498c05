import { memberKey } from '../session.ts'
import type { LocalNote } from './notes.ts'
import type { Disk } from './synced-store.ts'

type StoredNote = LocalNote & { member: string }

/** A member's notes in IndexedDB, which reports when a note is durable. */
export function notesDisk(email: string): Disk<LocalNote> {
  const member = memberKey(email)
  return {
    async read() {
      const mine = () => IDBKeyRange.bound([member], [member, []])
      const stored = await transact((notes) => notes.getAll(mine())).catch(() => [])
      return new Map(stored.map((note) => [note.id, note]))
    },
    write: (changes) =>
      transact((notes) => {
        for (const [id, note] of changes) {
          if (note === null) notes.delete([member, id])
          else notes.put({ ...note, member })
        }
      }).then(
        () => true,
        () => false,
      ),
  }
}

/** Removes the notes that the portal has, of every member. */
export async function removeSavedNotes(): Promise<void> {
  const stored = await transact((notes) => notes.getAll())
  const kept = stored.filter(({ state }) => state === 'kept')
  await transact((notes) => {
    for (const { member, id } of kept) notes.delete([member, id])
  })
}

/** @returns the request's result, once the transaction is on the disk. */
async function transact(run: (notes: IDBObjectStore) => IDBRequest | undefined): Promise<StoredNote[]> {
  const database = await (opened ??= open())
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(NAME, 'readwrite', { durability: 'strict' })
    const request = run(transaction.objectStore(NAME))
    transaction.oncomplete = () => resolve((request?.result ?? []) as StoredNote[])
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
}

const NAME = 'notes'
let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(NAME, { keyPath: ['member', 'id'] })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}
