import { defineAction } from 'astro:actions'
import { app } from '#src/server/app.ts'
import {
  ChangePasswordForm,
  DeletionForm,
  EmailChangeForm,
  ProfileForm,
  SessionForm,
  TokenForm,
} from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { answer, refuse } from './answer.ts'
import { browserOf, putCookie } from './browser.ts'
import { deliverSoon } from './deliver-soon.ts'
import { requireMember } from './member.ts'

/**
 * What members do about their own account. Whose account it is says the session alone: no action takes a member's id.
 * All but `keepAccount`, which is for whoever holds a mailed link, are for approved members.
 */
export const account = {
  readProfile: defineAction({
    handler: (_input, context) =>
      answer(context, 'unexpected', async () => toViewer((await requireMember(context)).member)),
  }),

  updateProfile: defineAction({
    input: ProfileForm,
    handler: (form, context) =>
      answer(context, 'profile_update_failed', async () => {
        const viewer = await app().account.rename(await requireMember(context), form)
        if (!viewer) refuse(context, { code: 'not_signed_in' })
        return toViewer(viewer)
      }),
  }),

  /** Takes a form with a picture in its field `file`. */
  uploadAvatar: defineAction({
    accept: 'form',
    handler: (form, context) =>
      answer(context, 'avatar_upload_failed', async () => {
        const signedIn = await requireMember(context)
        const result = await app().account.uploadAvatar(signedIn, await bytesOf(form.get('file')))
        if (!result.ok) refuse(context, result)
        return { avatarUrl: result.avatarUrl }
      }),
  }),

  removeAvatar: defineAction({
    handler: (_input, context) =>
      answer(context, 'profile_update_failed', async () => {
        const result = await app().account.removeAvatar(await requireMember(context))
        if (!result.ok) refuse(context, result)
        return { avatarUrl: null }
      }),
  }),

  /** Ends all sessions; this browser goes on under a new one. */
  changePassword: defineAction({
    input: ChangePasswordForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const signedIn = await requireMember(context)
        const result = await app().account.changePassword(signedIn, form, browserOf(context))
        if (!result.ok) refuse(context, result)
        putCookie(context, result.cookie ?? app().blankSessionCookie())
        putCookie(context, result.deviceCookie)
        deliverSoon(context)
        return {}
      }),
  }),

  /** The same answer for an address that somebody has. */
  requestEmailChange: defineAction({
    input: EmailChangeForm,
    handler: (form, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().account.requestEmailChange(await requireMember(context), form)
        if (!result.ok) refuse(context, result)
        deliverSoon(context)
        return {}
      }),
  }),

  listSessions: defineAction({
    handler: (_input, context) =>
      answer(context, 'unexpected', async () => app().account.listSessions(await requireMember(context))),
  }),

  /** The same answer for a session that is gone, or is somebody else's. */
  endSession: defineAction({
    input: SessionForm,
    handler: ({ id }, context) =>
      answer(context, 'unexpected', async () => {
        await app().account.endSession(await requireMember(context), id)
        return {}
      }),
  }),

  endOtherSessions: defineAction({
    handler: (_input, context) =>
      answer(context, 'unexpected', async () => {
        await app().account.endOtherSessions(await requireMember(context))
        return {}
      }),
  }),

  exportData: defineAction({
    handler: (_input, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().account.exportData(await requireMember(context))
        if (!result.ok) refuse(context, result)
        return result.data
      }),
  }),

  /** Says when the account will be deleted. */
  requestDeletion: defineAction({
    input: DeletionForm,
    handler: ({ password }, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().account.requestDeletion(await requireMember(context), password)
        if (!result.ok) refuse(context, result)
        deliverSoon(context)
        return { dueAt: result.dueAt }
      }),
  }),

  /** Succeeds every time, for whoever holds the link. */
  keepAccount: defineAction({
    input: TokenForm,
    handler: ({ token }, context) =>
      answer(context, 'unexpected', async () => {
        const result = await app().account.keepAccount(token)
        if (!result.ok) refuse(context, result)
        return {}
      }),
  }),
}

/** No more than a page may know. */
function toViewer({ email, fullName, avatarUrl }: Viewer): Viewer {
  return { email, fullName, avatarUrl }
}

/** Whatever else a form holds in place of a file is a file that is none. */
async function bytesOf(field: FormDataEntryValue | null): Promise<Uint8Array> {
  return field instanceof File ? new Uint8Array(await field.arrayBuffer()) : new Uint8Array()
}
