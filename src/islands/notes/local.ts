import type { Note } from '#src/shared/notes/note.ts'
import { memberKey } from '../session.ts'

/**
 * What this browser knows about a member's notes, under a mark of the member, so that two members of one machine never
 * mix. In IndexedDB, which says when something is on the disk for good; local storage never does.
 */

export interface LocalNote extends Omit<Note, 'writtenMsAgo'> {
  /** By this browser's clock, in milliseconds since 1970. */
  writtenAt: number
  /**
   * `draft`: still being written. `waiting`: the portal may not have it. `kept`: it has. `removed`: it may not have heard
   * that this note is gone.
   */
  state: 'draft' | 'waiting' | 'kept' | 'removed'
  /** The note that a draft is an edit of. */
  replaces: string | null
}

export interface LocalNotes {
  readAll(): Promise<LocalNote[]>
  /** Writes and forgets, all or nothing. False when this browser cannot; true once it is on the disk. */
  write(notes: readonly LocalNote[], forgotten: readonly string[]): Promise<boolean>
}

/** @param email tells members apart; it is not stored. */
export function openLocal(email: string): LocalNotes {
  const member = memberKey(email)
  let database: Promise<IDBDatabase> | null = null
  const opened = () => (database ??= open())

  return {
    async readAll() {
      try {
        const all = (await opened()).transaction(STORE).objectStore(STORE).getAll(ofMember(member))
        return (await settled(all)) as LocalNote[]
      } catch {
        return []
      }
    },
    async write(notes, forgotten) {
      try {
        const transaction = (await opened()).transaction(STORE, 'readwrite', { durability: 'strict' })
        const store = transaction.objectStore(STORE)
        for (const note of notes) store.put({ ...note, member })
        for (const id of forgotten) store.delete([member, id])
        await done(transaction)
        return true
      } catch {
        // Storage is full or switched off: the portal still hears of it.
        return false
      }
    },
  }
}

/**
 * Forgets everybody's notes that the portal has.
 *
 * @returns the marks of members who have others here.
 */
export async function forgetKept(): Promise<Set<string>> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  const all = (await settled(store.getAll())) as (LocalNote & { member: string })[]
  const [kept, others] = [all.filter(isKept), all.filter((note) => !isKept(note))]
  for (const { member, id } of kept) store.delete([member, id])
  await done(transaction)
  return new Set(others.map(({ member }) => member))
}

const STORE = 'notes'

function isKept({ state }: LocalNote): boolean {
  return state === 'kept'
}

function ofMember(member: string): IDBKeyRange {
  return IDBKeyRange.bound([member], [member, []])
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('notes', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['member', 'id'] })
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
