import * as z from 'zod/mini'
import { sendTestAnnouncement } from '#src/server/broadcasts/queue.ts'
import { createEditorToken } from '#src/server/editors/editor-token.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { memberAction } from './define.ts'

export const edit = {
  createToken: memberAction({ input: OptionalPasswordForm, handler: createEditorToken }),

  sendTest: memberAction({
    input: z.object({ name: z.string() }),
    delivers: true,
    handler: sendTestAnnouncement,
  }),
}
