import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import { forgetKept } from './local.ts'
import { notesOfMember } from './open-notes.ts'
import { forgetAllBut } from './stored.ts'

/** Longer than this nobody waits to be signed out. */
const WITHIN_MS = 2000

/** Saves with the portal what only this browser has, as far as that is quickly done. */
export async function saveLastNotes(): Promise<void> {
  // A screen in place of a page belongs to nobody who may save.
  if (!document.getElementById(VIEWER_ELEMENT_ID)) return
  const notes = notesOfMember()
  const told = notes.load().then(() => notes.flush())
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}

/** Nobody who uses this browser next finds what the portal has. Words that it does not have wait for their member. */
export async function forgetNotes(): Promise<void> {
  forgetAllBut(await forgetKept())
}
