import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { writeHash, type Moment } from '#src/shared/playlist/fragment.ts'
import { tell } from '../notices.ts'

/** Copies the address of a video, or of a moment in it. Where nothing may be copied, the address bar shows it. */
export async function copyLink(path: string, moment: Moment): Promise<void> {
  const hash = writeHash(moment)
  try {
    await navigator.clipboard.writeText(new URL(path + hash, location.href).href)
    tell('success', moment.seconds === null ? noticeText.link_copied : noticeText.moment_copied)
  } catch {
    history.replaceState(history.state, '', hash)
    tell('error', errorText.link_not_copied)
  }
}
