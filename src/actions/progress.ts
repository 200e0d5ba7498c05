import { videoKeys } from 'virtual:lanai/videos'
import { deps } from '#src/server/deps.ts'
import { SAVES_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import { progressFormFor } from '#src/shared/playlist/progress.ts'
import { jsonBody, noBody } from './body.ts'
import { memberAction } from './define.ts'

/** How far the member is with each video. Pages send this by themselves and keep what was refused. */
export const progress = {
  read: memberAction('progress.read', {
    body: noBody,
    async handler(_body, { member }) {
      const known = await listProgress(deps(), member.id)
      // Of a video that was taken out of the playlist nothing is shown, in no count either.
      return known.filter(({ video }) => videoKeys.has(video))
    },
  }),

  /** Answers with what is known about these videos after all devices are merged. */
  save: memberAction('progress.save', {
    body: jsonBody(progressFormFor(videoKeys)),
    limit: SAVES_PER_MEMBER,
    handler: ({ changes }, { member }) => saveProgress(deps(), member.id, changes),
  }),
}
