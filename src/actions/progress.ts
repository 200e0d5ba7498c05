import { ActionError, defineAction } from 'astro:actions'
import { videoKeys } from 'virtual:lanai/videos'
import { app } from '#src/server/app.ts'
import { progressFormFor } from '#src/shared/playlist/progress.ts'
import { answer, refuse } from './answer.ts'
import { browserOf } from './browser.ts'

/**
 * How far the member is with each video. A player sends this by itself, so no person reads how it is refused: it
 * keeps what was refused, unless the input itself is at fault.
 */
export const progress = {
  read: defineAction({
    handler: (_input, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().progress.read(browserOf(context).sessionToken)
        if (!result.ok) throw new ActionError({ code: 'UNAUTHORIZED' })
        return result.progress
      }),
  }),

  save: defineAction({
    input: progressFormFor(videoKeys),
    handler: ({ changes }, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().progress.save(browserOf(context).sessionToken, changes)
        if (result.ok) return {}
        if (result.code === 'not_a_member') throw new ActionError({ code: 'UNAUTHORIZED' })
        refuse(context, result)
      }),
  }),
}
