import { removeAvatar, uploadAvatar } from '#src/server/avatars/avatar.ts'
import { UPLOADS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { setEmailPreference, readEmailPreferences } from '#src/server/broadcasts/preferences.ts'
import { isUncommon } from '#src/server/members/common-passwords.ts'
import { cancelEmailChange, changePassword, requestEmailChange } from '#src/server/members/credentials.ts'
import {
  exportData,
  cancelDeletion,
  readDeletion,
  requestDeletion,
  updateProfile,
} from '#src/server/members/my-data.ts'
import { endOtherSessions, endSession, listSessions } from '#src/server/sessions/session-list.ts'
import {
  ChangePasswordForm,
  DeletionForm,
  EmailChangeForm,
  EmailPreferenceForm,
  ProfileForm,
  SessionForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { viewerOf } from '#src/shared/viewer.ts'
import { jsonBody, pictureBody } from './body.ts'
import { memberAction, publicAction } from './define.ts'

/** A member's own account. No action takes a member's id. */
export const account = {
  readProfile: memberAction('account.readProfile', {
    handler: (_deps, { member }) => Promise.resolve(viewerOf(member)),
  }),

  updateProfile: memberAction('account.updateProfile', {
    body: jsonBody(ProfileForm),
    outage: 'profile_update_failed',
    handler: updateProfile,
  }),

  /** The body is the picture's bytes. */
  uploadAvatar: memberAction('account.uploadAvatar', {
    body: pictureBody,
    limit: UPLOADS_PER_MEMBER,
    outage: 'avatar_upload_failed',
    handler: uploadAvatar,
  }),

  removeAvatar: memberAction('account.removeAvatar', {
    outage: 'profile_update_failed',
    handler: removeAvatar,
  }),

  changePassword: memberAction('account.changePassword', {
    body: jsonBody(ChangePasswordForm.check(isUncommon('newPassword'))),
    delivers: true,
    handler: changePassword,
  }),

  /** Returns the same for a taken address. */
  requestEmailChange: memberAction('account.requestEmailChange', {
    body: jsonBody(EmailChangeForm),
    delivers: true,
    handler: requestEmailChange,
  }),
  cancelEmailChange: memberAction('account.cancelEmailChange', { handler: cancelEmailChange }),

  listSessions: memberAction('account.listSessions', { handler: listSessions }),
  endOtherSessions: memberAction('account.endOtherSessions', { handler: endOtherSessions }),
  /** Returns the same for an ended session or another member's. */
  endSession: memberAction('account.endSession', { body: jsonBody(SessionForm), handler: endSession }),

  readEmailPreferences: memberAction('account.readEmailPreferences', { handler: readEmailPreferences }),
  setEmailPreference: memberAction('account.setEmailPreference', {
    body: jsonBody(EmailPreferenceForm),
    delivers: true,
    handler: setEmailPreference,
  }),

  exportData: memberAction('account.exportData', { handler: exportData }),

  /** Returns the pending deletion, or null. */
  readDeletion: memberAction('account.readDeletion', { handler: readDeletion }),

  requestDeletion: memberAction('account.requestDeletion', {
    body: jsonBody(DeletionForm),
    delivers: true,
    handler: requestDeletion,
  }),

  /** Idempotent, for anyone with the link. */
  keepAccount: publicAction('account.keepAccount', { body: jsonBody(TokenForm), handler: cancelDeletion }),
}
