import { app } from '#src/server/deps.ts'
import {
  EXPORTS_PER_MEMBER,
  PASSWORD_PROOFS_PER_MEMBER,
  UPLOADS_PER_MEMBER,
} from '#src/server/members/limits.ts'
import {
  ChangePasswordForm,
  DeletionForm,
  EmailChangeForm,
  ProfileForm,
  SessionForm,
  TokenForm,
} from '#src/shared/forms.ts'
import { viewerOf } from '#src/shared/viewer.ts'
import { refuse } from './answer.ts'
import { json, nothing, picture } from './body.ts'
import { browserOf, putCookie } from './browser.ts'
import { memberAction, publicAction } from './define.ts'
import { deliverSoon } from './deliver-soon.ts'

/** What members do about their own account. No action takes a member's id. */
export const account = {
  readProfile: memberAction('account.readProfile', {
    body: nothing,
    outage: 'unexpected',
    handler: (_nothing, { member }) => Promise.resolve(viewerOf(member)),
  }),

  updateProfile: memberAction('account.updateProfile', {
    body: json(ProfileForm),
    outage: 'profile_update_failed',
    async handler(form, signedIn, context) {
      const viewer = await app().account.updateProfile(signedIn, form)
      if (!viewer) refuse(context, { code: 'not_signed_in' })
      return viewer
    },
  }),

  /** Takes the picture itself as its body. */
  uploadAvatar: memberAction('account.uploadAvatar', {
    body: picture,
    attempts: UPLOADS_PER_MEMBER,
    outage: 'avatar_upload_failed',
    async handler(bytes, signedIn, context) {
      const result = await app().account.uploadAvatar(signedIn, bytes)
      if (!result.ok) refuse(context, result)
      return { avatarUrl: result.avatarUrl }
    },
  }),

  removeAvatar: memberAction('account.removeAvatar', {
    body: nothing,
    outage: 'profile_update_failed',
    async handler(_nothing, signedIn, context) {
      const result = await app().account.removeAvatar(signedIn)
      if (!result.ok) refuse(context, result)
      return { avatarUrl: null }
    },
  }),

  /** Ends all sessions; this browser goes on under a new one. */
  changePassword: memberAction('account.changePassword', {
    body: json(ChangePasswordForm),
    attempts: PASSWORD_PROOFS_PER_MEMBER,
    outage: 'unexpected',
    async handler(form, signedIn, context) {
      const result = await app().account.changePassword(signedIn, form, browserOf(context))
      if (!result.ok) refuse(context, result)
      putCookie(context, result.cookie ?? app().blankSessionCookie())
      putCookie(context, result.deviceCookie)
      deliverSoon(context)
      return {}
    },
  }),

  /** The same answer for an address that somebody has. */
  requestEmailChange: memberAction('account.requestEmailChange', {
    body: json(EmailChangeForm),
    attempts: PASSWORD_PROOFS_PER_MEMBER,
    outage: 'unexpected',
    async handler(form, signedIn, context) {
      const result = await app().account.requestEmailChange(signedIn, form)
      if (!result.ok) refuse(context, result)
      deliverSoon(context)
      return {}
    },
  }),

  listSessions: memberAction('account.listSessions', {
    body: nothing,
    outage: 'unexpected',
    handler: (_nothing, signedIn) => app().account.listSessions(signedIn),
  }),

  /** The same answer for a session that is gone, or is somebody else's. */
  endSession: memberAction('account.endSession', {
    body: json(SessionForm),
    outage: 'unexpected',
    async handler({ id }, signedIn) {
      await app().account.endSession(signedIn, id)
      return {}
    },
  }),

  endOtherSessions: memberAction('account.endOtherSessions', {
    body: nothing,
    outage: 'unexpected',
    async handler(_nothing, signedIn) {
      await app().account.endOtherSessions(signedIn)
      return {}
    },
  }),

  exportData: memberAction('account.exportData', {
    body: nothing,
    attempts: EXPORTS_PER_MEMBER,
    outage: 'unexpected',
    async handler(_nothing, signedIn, context) {
      const result = await app().account.exportData(signedIn)
      if (!result.ok) refuse(context, result)
      return result.data
    },
  }),

  /** Says when the account will be deleted. */
  requestDeletion: memberAction('account.requestDeletion', {
    body: json(DeletionForm),
    attempts: PASSWORD_PROOFS_PER_MEMBER,
    outage: 'unexpected',
    async handler({ password }, signedIn, context) {
      const result = await app().account.requestDeletion(signedIn, password)
      if (!result.ok) refuse(context, result)
      deliverSoon(context)
      return { dueAt: result.dueAt }
    },
  }),

  /** Succeeds every time, for whoever holds the link. */
  keepAccount: publicAction('account.keepAccount', {
    body: json(TokenForm),
    outage: 'unexpected',
    async handler({ token }, _browser, context) {
      const result = await app().account.keepAccount(token)
      if (!result.ok) refuse(context, result)
      return {}
    },
  }),
}
