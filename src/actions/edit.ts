import { createEditorToken } from '#src/server/editors/editor-token.ts'
import { ConfirmPasswordForm } from '#src/shared/forms.ts'
import { memberAction } from './define.ts'

export const edit = {
  createToken: memberAction({ input: ConfirmPasswordForm, handler: createEditorToken }),
}
