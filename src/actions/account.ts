import * as z from 'zod/mini'
import { removeAvatar, uploadAvatar } from '#src/server/avatars/avatar.ts'
import { setEmailPreference, readEmailPreferences } from '#src/server/broadcasts/preferences.ts'
import { isUncommon } from '#src/server/members/common-passwords.ts'
import { changePassword } from '#src/server/members/credentials.ts'
import { cancelEmailChange, requestEmailChange } from '#src/server/members/email-change.ts'
import {
  exportData,
  readDeletion,
  cancelDeletion,
  cancelOwnDeletion,
  requestDeletion,
  updateProfile,
} from '#src/server/members/my-data.ts'
import { endOtherSessions, endSession, listSessions } from '#src/server/sessions/sessions.ts'
import {
  ChangePasswordForm,
  DeletionForm,
  EmailChangeForm,
  EmailPreferenceInput,
  ProfileForm,
  SessionInput,
  TokenInput,
} from '#src/shared/forms.ts'
import { viewerOf } from '#src/shared/viewer.ts'
import { memberAction, publicAction } from './define.ts'

// A member's own account: no action takes a member's id.
export const account = {
  readProfile: memberAction({
    handler: (_deps, { member }) => Promise.resolve(viewerOf(member)),
  }),

  updateProfile: memberAction({ input: ProfileForm, handler: updateProfile }),

  uploadAvatar: memberAction({ takes: 'picture', input: z.instanceof(Uint8Array), handler: uploadAvatar }),

  removeAvatar: memberAction({ handler: removeAvatar }),

  changePassword: memberAction({
    input: ChangePasswordForm.check(isUncommon('newPassword')),
    delivers: true,
    handler: changePassword,
  }),

  requestEmailChange: memberAction({
    input: EmailChangeForm,
    delivers: true,
    handler: requestEmailChange,
  }),
  cancelEmailChange: memberAction({ handler: cancelEmailChange }),

  listSessions: memberAction({ handler: listSessions }),
  endOtherSessions: memberAction({ handler: endOtherSessions }),
  endSession: memberAction({ input: SessionInput, handler: endSession }),

  // Pages that are open during a deploy call these two by these names.
  readMailings: memberAction({ handler: readEmailPreferences }),
  chooseMailing: memberAction({
    input: EmailPreferenceInput,
    delivers: true,
    handler: setEmailPreference,
  }),

  exportData: memberAction({ handler: exportData }),

  readDeletion: memberAction({ handler: readDeletion }),

  requestDeletion: memberAction({
    input: DeletionForm,
    delivers: true,
    handler: requestDeletion,
  }),

  keepAccount: publicAction({ input: TokenInput, handler: cancelDeletion }),
  keepOwnAccount: memberAction({ handler: cancelOwnDeletion }),
}
