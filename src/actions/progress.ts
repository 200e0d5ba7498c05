import { isStaff, type Member } from '#src/server/member.ts'
import type { Programme } from '#src/server/programme.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import { saveTimeZone } from '#src/server/sessions/sessions.ts'
import { isFor } from '#src/shared/audience.ts'
import { TimeZoneInput } from '#src/shared/forms.ts'
import { ProgressInput } from '#src/shared/playlist/progress.ts'
import { memberAction } from './define.ts'

export const progress = {
  // Also saves the browser's time zone, because every page calls this.
  list: memberAction({
    input: TimeZoneInput,
    async handler(deps, signedIn, { zone }) {
      const [known] = await Promise.all([
        listProgress(deps, signedIn.member.id),
        saveTimeZone(deps, signedIn, zone),
      ])
      // Leaves out videos that are no longer in the playlist or for the member, and deadlines that were moved.
      return known.filter(({ video }) => hasProgressKey(deps.programme, signedIn.member, video))
    },
  }),

  save: memberAction({
    input: ProgressInput,
    async handler(deps, { member }, { changes }) {
      // Otherwise anyone could fill the table with invented keys, or learn what is for others.
      if (!changes.every(({ video }) => hasProgressKey(deps.programme, member, video)))
        return { ok: false, code: 'unexpected' } as const
      return saveProgress(deps, member.id, changes)
    },
  }),
}

function hasProgressKey({ progressKeys }: Programme, member: Member, key: string): boolean {
  if (!Object.hasOwn(progressKeys, key)) return false
  return isStaff(member) || isFor(progressKeys[key] ?? [], member.groups)
}
