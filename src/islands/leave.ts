import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import { openProgress } from './stores/open-progress.ts'

/** Sign-out waits no longer than this. */
const WITHIN_MS = 2000

/** Sends unsaved progress, within the time limit. */
export async function flushProgress(): Promise<void> {
  // The screen of an unapproved account has no viewer and nothing to save.
  if (!document.getElementById(VIEWER_ELEMENT_ID)) return
  await Promise.race([openProgress().flush(), new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}
