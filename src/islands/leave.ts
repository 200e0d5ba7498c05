import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import { openNotes, openProgress } from './stores/open-stores.ts'

export { removeSavedNotes } from './stores/notes-disk.ts'

/** Sign-out waits no longer than this. */
const WITHIN_MS = 2000

/** Sends unsaved notes and progress, within the time limit. */
export async function flushStores(): Promise<void> {
  // The screen of an unapproved account has no viewer and nothing to save.
  if (!document.getElementById(VIEWER_ELEMENT_ID)) return
  const stores = [openNotes(), openProgress()]
  const saved = Promise.all(stores.map((store) => store.load().then(() => store.flush())))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}
