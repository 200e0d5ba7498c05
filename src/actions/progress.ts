import programme from '../../.astro/programme.json' with { type: 'json' }
import { isStaff, type Member } from '#src/server/member.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import { saveTimeZone } from '#src/server/sessions/sessions.ts'
import { type Audience, isFor } from '#src/shared/audience.ts'
import { TimeZoneInput } from '#src/shared/forms.ts'
import { ProgressInput } from '#src/shared/playlist/progress.ts'
import { memberAction } from './define.ts'

const progressKeys = Object.entries<Audience>(programme.progressKeys)

export const progress = {
  // Also saves the browser's time zone, because every page calls this.
  list: memberAction({
    input: TimeZoneInput,
    async handler(deps, signedIn, { zone }) {
      const [known] = await Promise.all([
        listProgress(deps, signedIn.member.id, programme),
        saveTimeZone(deps, signedIn, zone),
      ])
      // Leaves out videos that are no longer in the playlist or for the member, and deadlines that were moved.
      const keys = keysOf(signedIn.member)
      return known.filter(({ video }) => keys.has(video))
    },
  }),

  save: memberAction({
    input: ProgressInput,
    async handler(deps, { member }, { changes }) {
      // Otherwise anyone could fill the table with invented keys, or learn what is for others.
      const keys = keysOf(member)
      if (!changes.every(({ video }) => keys.has(video))) return { ok: false, code: 'unexpected' } as const
      return saveProgress(deps, member.id, changes, programme)
    },
  }),
}

function keysOf(member: Member): ReadonlySet<string> {
  const own = progressKeys.filter(([, audience]) => isStaff(member) || isFor(audience, member.groups))
  return new Set(own.map(([key]) => key))
}
