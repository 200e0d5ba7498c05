import { defineAction } from 'astro:actions'
import { videoKeys } from 'virtual:lanai/videos'
import { app } from '#src/server/app.ts'
import { progressFormFor } from '#src/shared/playlist/progress.ts'
import { answer, refuse } from './answer.ts'
import { requireMember } from './member.ts'

/**
 * How far the member is with each video. A player sends this by itself and keeps what was refused, so nobody reads
 * how. Whose progress it is says the session alone.
 */
export const progress = {
  read: defineAction({
    handler: (_input, context) =>
      answer(context, 'unexpected', async () => {
        const { member } = await requireMember(context)
        const known = await app().progress.read(member.id)
        // Of a video that was taken out of the playlist nobody is shown anything, in no count either.
        return known.filter(({ video }) => videoKeys.has(video))
      }),
  }),

  save: defineAction({
    input: progressFormFor(videoKeys),
    handler: ({ changes }, context) =>
      answer(context, 'unexpected', async () => {
        const { member } = await requireMember(context)
        const result = await app().progress.save(member.id, changes)
        if (!result.ok) refuse(context, result)
        return {}
      }),
  }),
}
