import programme from '../../.astro/programme.json' with { type: 'json' }
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import { saveTimeZone } from '#src/server/sessions/session-list.ts'
import { TimeZoneInput } from '#src/shared/forms.ts'
import { progressInputFor } from '#src/shared/playlist/progress.ts'
import { memberAction } from './define.ts'

const progressKeys: ReadonlySet<string> = new Set(programme.progressKeys)

export const progress = {
  // Also saves the browser's time zone, because every page calls this.
  list: memberAction({
    input: TimeZoneInput,
    async handler(deps, signedIn, { zone }) {
      const [known] = await Promise.all([
        listProgress(deps, signedIn.member.id, programme),
        saveTimeZone(deps, signedIn, zone),
      ])
      // Leaves out videos that are no longer in the playlist, and deadlines that were moved.
      return known.filter(({ video }) => progressKeys.has(video))
    },
  }),

  save: memberAction({
    input: progressInputFor(progressKeys),
    handler: (deps, { member }, { changes }) => saveProgress(deps, member.id, changes, programme),
  }),
}
