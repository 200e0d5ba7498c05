import { removeAvatar, uploadAvatar } from '#src/server/avatars/avatar.ts'
import { UPLOADS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { chooseMailing, readMailings } from '#src/server/mailings/choice.ts'
import { isUncommon } from '#src/server/members/common-passwords.ts'
import { cancelEmailChange, changePassword, requestEmailChange } from '#src/server/members/credentials.ts'
import {
  exportData,
  keepAccount,
  readDeletion,
  requestDeletion,
  updateProfile,
} from '#src/server/members/my-data.ts'
import { endOtherSessions, endSession, listSessions } from '#src/server/sessions/session-list.ts'
import {
  ChangePasswordForm,
  DeletionForm,
  EmailChangeForm,
  MailingForm,
  ProfileForm,
  SessionForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { viewerOf } from '#src/shared/viewer.ts'
import { deliverSoon, noSession, unwrap, putCookie, refuse } from './answer.ts'
import { jsonBody, pictureBody } from './body.ts'
import { browserOf, memberAction, publicAction } from './define.ts'

/** A member's own account. No action takes a member's id. */
export const account = {
  readProfile: memberAction('account.readProfile', {
    handler: (_deps, { member }) => Promise.resolve(viewerOf(member)),
  }),

  updateProfile: memberAction('account.updateProfile', {
    body: jsonBody(ProfileForm),
    outage: 'profile_update_failed',
    async handler(deps, signedIn, form, context) {
      const viewer = await updateProfile(deps, signedIn, form)
      if (!viewer) refuse(context, { code: 'not_signed_in' })
      return viewer
    },
  }),

  /** The body is the picture's bytes. */
  uploadAvatar: memberAction('account.uploadAvatar', {
    body: pictureBody,
    limit: UPLOADS_PER_MEMBER,
    outage: 'avatar_upload_failed',
    async handler(deps, signedIn, bytes, context) {
      const { avatarUrl } = unwrap(context, await uploadAvatar(deps, signedIn, bytes))
      return { avatarUrl }
    },
  }),

  removeAvatar: memberAction('account.removeAvatar', {
    outage: 'profile_update_failed',
    async handler(deps, signedIn, _body, context) {
      unwrap(context, await removeAvatar(deps, signedIn))
      return { avatarUrl: null }
    },
  }),

  /** Ends all sessions and starts a new one for this browser. */
  changePassword: memberAction('account.changePassword', {
    body: jsonBody(ChangePasswordForm.check(isUncommon('newPassword'))),
    async handler(deps, signedIn, form, context) {
      const result = unwrap(context, await changePassword(deps, signedIn, form, browserOf(context)))
      putCookie(context, result.cookie ?? noSession)
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
    },
  }),

  /** Returns the same for a taken address. */
  requestEmailChange: memberAction('account.requestEmailChange', {
    body: jsonBody(EmailChangeForm),
    async handler(deps, signedIn, form, context) {
      unwrap(context, await requestEmailChange(deps, signedIn, form))
      deliverSoon(context)
    },
  }),
  cancelEmailChange: memberAction('account.cancelEmailChange', { handler: cancelEmailChange }),

  listSessions: memberAction('account.listSessions', { handler: listSessions }),
  endOtherSessions: memberAction('account.endOtherSessions', { handler: endOtherSessions }),
  /** Returns the same for an ended session or another member's. */
  endSession: memberAction('account.endSession', { body: jsonBody(SessionForm), handler: endSession }),

  readMailings: memberAction('account.readMailings', { handler: readMailings }),
  chooseMailing: memberAction('account.chooseMailing', {
    body: jsonBody(MailingForm),
    handler: chooseMailing,
  }),

  exportData: memberAction('account.exportData', {
    async handler(deps, signedIn, _body, context) {
      return unwrap(context, await exportData(deps, signedIn)).data
    },
  }),

  /** Returns the pending deletion, or null. */
  readDeletion: memberAction('account.readDeletion', { handler: readDeletion }),

  /** Returns when the account will be deleted. */
  requestDeletion: memberAction('account.requestDeletion', {
    body: jsonBody(DeletionForm),
    async handler(deps, signedIn, { password }, context) {
      const { dueAt } = unwrap(context, await requestDeletion(deps, signedIn, password))
      deliverSoon(context)
      return { dueAt }
    },
  }),

  /** Idempotent, for anyone with the link. */
  keepAccount: publicAction('account.keepAccount', {
    body: jsonBody(TokenForm),
    async handler(deps, { token }, _browser, context) {
      unwrap(context, await keepAccount(deps, token))
    },
  }),
}
