import { progressKeys } from 'virtual:lanai/progress-keys'
import { deps } from '#src/server/deps.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import { progressFormFor } from '#src/shared/playlist/progress.ts'
import { jsonBody, emptyBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's progress. Pages sync it in the background and retry failures. */
export const progress = {
  read: memberAction('progress.read', {
    body: emptyBody,
    async handler(_body, { member }) {
      const known = await listProgress(deps(), member.id)
      // Leaves out videos that are no longer in the playlist, and deadlines that were moved.
      return known.filter(({ video }) => progressKeys.has(video))
    },
  }),

  /** Returns the merged progress of all devices in these videos. */
  save: memberAction('progress.save', {
    body: jsonBody(progressFormFor(progressKeys)),
    handler: ({ changes }, { member }) => saveProgress(deps(), member.id, changes),
  }),
}
