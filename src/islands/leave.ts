import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import { openNotes, openProgress } from './stores/open-stores.ts'

export { removeKeptNotes } from './stores/notes-disk.ts'

/** A sign-out does not wait longer than this. */
const WITHIN_MS = 2000

/** Saves with the portal what only this browser has, as far as that is quickly done. */
export async function saveLast(): Promise<void> {
  // The screen of an account that is not approved has no viewer, and nothing to save.
  if (!document.getElementById(VIEWER_ELEMENT_ID)) return
  const stores = [openNotes(), openProgress()]
  const saved = Promise.all(stores.map((store) => store.load().then(() => store.flush())))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}
