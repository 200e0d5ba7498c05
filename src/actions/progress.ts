import programme from '../../.astro/programme.json' with { type: 'json' }
import { countNotes } from '#src/server/notes/notes.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import { keepZone } from '#src/server/sessions/session-list.ts'
import { ZoneForm } from '#src/shared/forms.ts'
import { progressFormFor } from '#src/shared/playlist/progress.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** What progress can be kept for; see `videoKey` and `deadlineKey`. */
const progressKeys: ReadonlySet<string> = new Set(programme.progressKeys)

/** The member's progress. Pages sync it in the background and retry failures. */
export const progress = {
  /** Also counts the member's notes and keeps the browser's zone, because every page reads this at once. */
  read: memberAction('progress.read', {
    body: jsonBody(ZoneForm),
    async handler(deps, signedIn, { zone }) {
      const { member } = signedIn
      const [known, noteCounts] = await Promise.all([
        listProgress(deps, member.id),
        countNotes(deps, member.id),
        keepZone(deps, signedIn, zone),
      ])
      // Leaves out videos that are no longer in the playlist, and deadlines that were moved.
      return { progress: known.filter(({ video }) => progressKeys.has(video)), noteCounts }
    },
  }),

  /** Returns the merged progress of all devices in these videos. */
  save: memberAction('progress.save', {
    body: jsonBody(progressFormFor(progressKeys)),
    handler: (deps, { member }, { changes }) => saveProgress(deps, member.id, changes),
  }),
}
