import { actions } from 'astro:actions'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import type { ProgressForm, VideoProgress } from '#src/shared/playlist/progress.ts'

/** The portal's own record of the member's progress. */
export interface Remote {
  /** null when it cannot be asked now. */
  read(): Promise<VideoProgress[] | null>
  /** `rejected`: it will never take them. */
  save(changes: VideoProgress[]): Promise<'saved' | 'retry' | 'rejected'>
  /** Saves while the page goes away: nobody hears whether it arrived. */
  beacon(changes: VideoProgress[]): void
}

export const portal: Remote = {
  async read() {
    try {
      const { data } = await actions.progress.read()
      return data ?? null
    } catch {
      return null
    }
  },

  async save(changes) {
    try {
      const { error } = await actions.progress.save({ changes } satisfies ProgressForm)
      if (!error) return 'saved'
      return error.code === 'BAD_REQUEST' ? 'rejected' : 'retry'
    } catch {
      return 'retry'
    }
  },

  beacon(changes) {
    const body = new Blob([JSON.stringify({ changes } satisfies ProgressForm)], { type: 'application/json' })
    navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
  },
}
