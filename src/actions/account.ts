import { removeAvatar, uploadAvatar } from '#src/server/avatars/avatar.ts'
import { deps } from '#src/server/deps.ts'
import { UPLOADS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { isUncommon } from '#src/server/members/common-passwords.ts'
import { cancelEmailChange, changePassword, requestEmailChange } from '#src/server/members/credentials.ts'
import {
  exportData,
  keepAccount,
  readDeletion,
  requestDeletion,
  updateProfile,
} from '#src/server/members/my-data.ts'
import { chooseMailing, readMailings } from '#src/server/mailings/choice.ts'
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
    handler: (_body, { member }) => Promise.resolve(viewerOf(member)),
  }),

  updateProfile: memberAction('account.updateProfile', {
    body: jsonBody(ProfileForm),
    outage: 'profile_update_failed',
    async handler(form, signedIn, context) {
      const viewer = await updateProfile(deps(), signedIn, form)
      if (!viewer) refuse(context, { code: 'not_signed_in' })
      return viewer
    },
  }),

  /** The body is the picture's bytes. */
  uploadAvatar: memberAction('account.uploadAvatar', {
    body: pictureBody,
    limit: UPLOADS_PER_MEMBER,
    outage: 'avatar_upload_failed',
    async handler(bytes, signedIn, context) {
      const { avatarUrl } = unwrap(context, await uploadAvatar(deps(), signedIn, bytes))
      return { avatarUrl }
    },
  }),

  removeAvatar: memberAction('account.removeAvatar', {
    outage: 'profile_update_failed',
    async handler(_body, signedIn, context) {
      unwrap(context, await removeAvatar(deps(), signedIn))
      return { avatarUrl: null }
    },
  }),

  /** Ends all sessions and starts a new one for this browser. */
  changePassword: memberAction('account.changePassword', {
    body: jsonBody(ChangePasswordForm.check(isUncommon('newPassword'))),
    async handler(form, signedIn, context) {
      const result = unwrap(context, await changePassword(deps(), signedIn, form, browserOf(context)))
      putCookie(context, result.cookie ?? noSession)
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
    },
  }),

  /** Returns the same for a taken address. */
  requestEmailChange: memberAction('account.requestEmailChange', {
    body: jsonBody(EmailChangeForm),
    async handler(form, signedIn, context) {
      unwrap(context, await requestEmailChange(deps(), signedIn, form))
      deliverSoon(context)
    },
  }),

  cancelEmailChange: memberAction('account.cancelEmailChange', {
    handler: (_body, signedIn) => cancelEmailChange(deps(), signedIn),
  }),

  listSessions: memberAction('account.listSessions', {
    handler: (_body, signedIn) => listSessions(deps(), signedIn),
  }),

  /** Returns the same for an ended session or another member's. */
  endSession: memberAction('account.endSession', {
    body: jsonBody(SessionForm),
    handler: ({ id }, signedIn) => endSession(deps(), signedIn, id),
  }),

  endOtherSessions: memberAction('account.endOtherSessions', {
    handler: (_body, signedIn) => endOtherSessions(deps(), signedIn),
  }),

  readMailings: memberAction('account.readMailings', {
    handler: (_body, signedIn) => readMailings(deps(), signedIn),
  }),

  chooseMailing: memberAction('account.chooseMailing', {
    body: jsonBody(MailingForm),
    handler: (form, signedIn) => chooseMailing(deps(), signedIn, form),
  }),

  exportData: memberAction('account.exportData', {
    async handler(_body, signedIn, context) {
      return unwrap(context, await exportData(deps(), signedIn)).data
    },
  }),

  /** Returns the pending deletion, or null. */
  readDeletion: memberAction('account.readDeletion', {
    handler: (_body, signedIn) => readDeletion(deps(), signedIn),
  }),

  /** Returns when the account will be deleted. */
  requestDeletion: memberAction('account.requestDeletion', {
    body: jsonBody(DeletionForm),
    async handler({ password }, signedIn, context) {
      const { dueAt } = unwrap(context, await requestDeletion(deps(), signedIn, password))
      deliverSoon(context)
      return { dueAt }
    },
  }),

  /** Idempotent, for anyone with the link. */
  keepAccount: publicAction('account.keepAccount', {
    body: jsonBody(TokenForm),
    async handler({ token }, _browser, context) {
      unwrap(context, await keepAccount(deps(), token))
    },
  }),
}
