import type { ChangePasswordForm, EmailChangeForm, ProfileForm } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import type { RateLimits, Sessions } from '../vendors/ports.ts'
import { admitMember, type MemberAdmission } from '../sessions/admit-member.ts'
import {
  removeAvatar,
  uploadAvatar,
  type RemoveResult,
  type UploadDeps,
  type UploadResult,
} from '../avatars/avatar.ts'
import { requestEmailChange, type EmailChangeResult } from './change-email.ts'
import { changePassword, type ChangePasswordDeps, type ChangePasswordResult } from './change-password.ts'
import {
  exportData,
  keepAccount,
  requestDeletion,
  type DeletionResult,
  type ExportResult,
  type KeepResult,
} from './my-data.ts'
import type { AccountData, AvatarPointers, ListedSession, SessionList, SignedIn } from './ports.ts'
import { readAvatar, type AvatarReading } from './read-avatar.ts'
import { sweepAccounts, type Swept } from './sweep-accounts.ts'

/** Everything a member can do about their own account, and what the schedule does about what is left of accounts. */
export function createAccount(deps: AccountDeps): Account {
  return {
    admit: (token) => admitMember(deps, token),
    updateProfile: ({ member }, form) => deps.profiles.update(member.id, form),
    uploadAvatar: (signedIn, file) => uploadAvatar(deps, signedIn, file),
    removeAvatar: (signedIn) => removeAvatar(deps, signedIn),
    readAvatar: (token, url) => readAvatar(deps, token, url),
    changePassword: (signedIn, form, browser) => changePassword(deps, signedIn, form, browser),
    requestEmailChange: (signedIn, form) => requestEmailChange(deps, signedIn, form),
    listSessions: ({ member, token }) => deps.sessionList.of(member.id, token),
    endSession: ({ member }, id) => deps.sessionList.end(member.id, id),
    endOtherSessions: ({ member, token }) => deps.sessionList.endOthers(member.id, token),
    exportData: (signedIn) => exportData(deps, signedIn),
    requestDeletion: (signedIn, password) => requestDeletion(deps, signedIn, password),
    keepAccount: (token) => keepAccount(deps, token),
    sweep: () => sweepAccounts(deps),
  }
}

export type AccountDeps = UploadDeps &
  ChangePasswordDeps & {
    sessions: Pick<Sessions, 'find' | 'start'>
    sessionList: SessionList
    accountData: AccountData
    pointers: AvatarPointers
    rateLimits: RateLimits
  }

export interface Account {
  /** To be asked first, and for each request anew: only an approved member passes. */
  admit(token: string | null): Promise<MemberAdmission>
  /** null when the member is gone or no longer approved. */
  updateProfile(signedIn: SignedIn, form: ProfileForm): Promise<Viewer | null>
  uploadAvatar(signedIn: SignedIn, file: Uint8Array): Promise<UploadResult>
  removeAvatar(signedIn: SignedIn): Promise<RemoveResult>
  readAvatar(token: string | null, url: string): Promise<AvatarReading>
  changePassword(
    signedIn: SignedIn,
    form: ChangePasswordForm,
    browser: { userAgent: string | null },
  ): Promise<ChangePasswordResult>
  requestEmailChange(signedIn: SignedIn, form: EmailChangeForm): Promise<EmailChangeResult>
  listSessions(signedIn: SignedIn): Promise<ListedSession[]>
  endSession(signedIn: SignedIn, id: string): Promise<void>
  endOtherSessions(signedIn: SignedIn): Promise<void>
  exportData(signedIn: SignedIn): Promise<ExportResult>
  requestDeletion(signedIn: SignedIn, password: string): Promise<DeletionResult>
  keepAccount(token: string): Promise<KeepResult>
  /** Deletes accounts that are due and pictures that nothing points to. Safe at any time, any number of times. */
  sweep(): Promise<Swept>
}
