import { actions } from 'astro:actions'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import type { ProgressForm, VideoProgress } from '#src/shared/playlist/progress.ts'

/** null when the portal cannot be asked now. */
export async function askPortal(): Promise<VideoProgress[] | null> {
  try {
    const { data } = await actions.progress.read()
    return data ?? null
  } catch {
    return null
  }
}

/** Whether the portal has it now, will have to be told later, or will never take it. */
export async function tellPortal(changes: VideoProgress[]): Promise<'kept' | 'later' | 'refused'> {
  try {
    const { error } = await actions.progress.save({ changes } satisfies ProgressForm)
    if (!error) return 'kept'
    return error.code === 'BAD_REQUEST' ? 'refused' : 'later'
  } catch {
    return 'later'
  }
}

/** The same while the page goes away: nobody hears whether it arrived. */
export function tellPortalInPassing(changes: VideoProgress[]): void {
  const body = new Blob([JSON.stringify({ changes } satisfies ProgressForm)], { type: 'application/json' })
  navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
}
