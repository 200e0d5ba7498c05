import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { writeHash, type Moment } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH, type VideoView } from '#src/shared/playlist/view.ts'
import { tell } from '../notices.ts'

/** Copies the address of a video, or of a moment in it. Where nothing may be copied, the address bar shows it. */
export async function copyLink(moment: Moment): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(moment))
    tell('success', moment.seconds === null ? noticeText.link_copied : noticeText.moment_copied)
  } catch {
    history.replaceState(history.state, '', writeHash(moment))
    tell('error', errorText.link_not_copied)
  }
}

/** Hands the address of a video to the system's own sheet. Where that does not open, it is copied. */
export async function shareLink({ title, fragment }: VideoView): Promise<void> {
  const link = { fragment, seconds: null }
  try {
    await navigator.share({ title, url: addressOf(link) })
  } catch (error) {
    const wasClosed = error instanceof DOMException && error.name === 'AbortError'
    if (!wasClosed) await copyLink(link)
  }
}

function addressOf(moment: Moment): string {
  return new URL(PLAYLIST_PATH + writeHash(moment), location.href).href
}
