import { ActionError, actions } from 'astro:actions'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { announceViewer } from '../follow-viewer.ts'
import { tell } from '../notices.ts'

/** Waits for a change of the member's profile, shows it in every tab, and says so. */
export async function showChange(change: Promise<unknown>, done: string): Promise<void> {
  await change
  announceViewer(await actions.account.readProfile.orThrow())
  tell('success', done)
}

/** Sends the picture as it is: Astro's own caller knows forms and JSON only, and both have to be taken apart. */
export async function sendPicture(picture: Blob): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(UPLOAD_ACTION, { method: 'POST', body: picture, headers })
  if (!response.ok) throw ActionError.fromJson(await response.json())
}
