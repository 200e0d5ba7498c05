import { actions } from 'astro:actions'
import type { NotesForm, StoredNotes } from '#src/shared/notes/note.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'

/** The portal's own record of the member's notes. */
export interface Remote {
  /** null when it cannot be asked now. */
  read(): Promise<StoredNotes | null>
  /** `full`: there is no room for them. `rejected`: it will never take them. */
  save(form: NotesForm): Promise<'saved' | 'retry' | 'full' | 'rejected'>
  /** Saves while the page goes away: nobody hears whether it arrived. */
  beacon(form: NotesForm): void
}

export const portal: Remote = {
  async read() {
    try {
      const { data } = await actions.notes.read()
      return data ?? null
    } catch {
      return null
    }
  },

  async save(form) {
    try {
      const { error } = await actions.notes.save(form)
      if (!error) return 'saved'
      if (error.code === 'CONFLICT') return 'full'
      return error.code === 'BAD_REQUEST' ? 'rejected' : 'retry'
    } catch {
      return 'retry'
    }
  },

  beacon(form) {
    const body = new Blob([JSON.stringify(form)], { type: 'application/json' })
    navigator.sendBeacon(`${ACTIONS_PREFIX}notes.save`, body)
  },
}
