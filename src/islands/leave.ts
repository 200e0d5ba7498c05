import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import { removeIndexed } from './disk.ts'
import { openNotes } from './notes/open-notes.ts'
import { openProgress } from './progress/open.ts'

/** A sign-out does not wait longer than this. */
const WITHIN_MS = 2000

/** Saves with the portal what only this browser has, as far as that is quickly done. */
export async function flushStores(): Promise<void> {
  // The screen of an account that is not approved has no viewer, and nothing to save.
  if (!document.getElementById(VIEWER_ELEMENT_ID)) return
  const stores = [openNotes(), openProgress()]
  const saved = Promise.all(stores.map((store) => store.load().then(() => store.flush())))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}

/** Removes every member's notes that the portal has. Words that it does not have wait for their member. */
export function removeSavedNotes(): Promise<void> {
  return removeIndexed('notes', ({ state }) => state === 'kept')
}
