import type { Email, ProfileForm } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import type { Clock, Limit, Member } from '../vendors/ports.ts'

/** What members say about themselves. Each method does its work for an approved member and is null for anybody else. */
export interface Profiles {
  /** Returns the member as they are now. */
  update(memberId: string, form: ProfileForm): Promise<Viewer | null>
  /** Points at another picture, or at none, and says which it pointed at before. */
  replaceAvatar(memberId: string, avatarUrl: string | null): Promise<{ replacedUrl: string | null } | null>
}

/** Pictures by member and version. A version is written once and never changed. */
export interface AvatarStore {
  put(avatar: AvatarName, picture: Uint8Array): Promise<void>
  /** null when there is no such picture. */
  read(avatar: AvatarName): Promise<Uint8Array | null>
  /** A picture that is gone already is not an error. */
  remove(avatar: AvatarName): Promise<void>
  /** Every stored picture, shown by a profile or not. */
  list(): Promise<AvatarName[]>
}

export interface AvatarName {
  memberId: string
  version: string
}

/** Makes a picture fit to be shown: square, small, one format, and nothing of the file it came in. */
export interface Pictures {
  /** null when it cannot be read, or is too large to be read safely. */
  toAvatar(file: Uint8Array): Promise<Uint8Array | null>
}

/** What every picture's pointer says, for those who clean up. */
export interface AvatarPointers {
  all(): Promise<(string | null)[]>
}

/** The password and the address of an account. The hash says which password was proven: a newer one is never undone. */
export interface Credentials {
  /** null when there is no such account. */
  findHash(memberId: string): Promise<string | null>
  /** Ends all sessions, known browsers and links, and queues the mail about it. False when the proof is outdated. */
  changePassword(memberId: string, provenHash: string, newHash: string): Promise<boolean>
  /**
   * Mails a link to the new address unless somebody has it or one of the limits of that mailbox refuses, and word of it
   * to the old one; which of them it was shows nowhere, not even by the time. False when the proof is outdated.
   */
  requestEmailChange(
    memberId: string,
    provenHash: string,
    newEmail: Email,
    limits: readonly Limit[],
  ): Promise<boolean>
}

/** The browsers that a member is signed in with. */
export interface SessionList {
  /** Last used first. */
  of(memberId: string, currentToken: string): Promise<ListedSession[]>
  /** Does nothing for another member's session or one that is gone. */
  end(memberId: string, sessionId: string): Promise<void>
  endOthers(memberId: string, currentToken: string): Promise<void>
}

export interface ListedSession {
  /** Names the session to its member; it opens nothing. */
  id: string
  device: Device
  createdAt: Date
  /** To about a quarter of an hour. */
  lastSeenAt: Date
  /** The one that asks. */
  current: boolean
}

/** null where the browser did not say, or is not known. */
export interface Device {
  browser: string | null
  system: string | null
}

/** What is held about a member, and the end of it. */
export interface AccountData {
  /** Everything but secrets and the picture; null when there is no such member. */
  read(memberId: string): Promise<Record<string, unknown> | null>
  /**
   * Ends other sessions and mails the link that undoes it. Says when the account will be deleted; null when the proof
   * is outdated.
   */
  requestDeletion(memberId: string, provenHash: string, currentToken: string): Promise<Date | null>
  /** Whether the link undid a deletion, which is true every time. */
  keep(token: string): Promise<boolean>
  /** Deletes accounts that are due, at most so many; returns whose. */
  deleteDue(atMost: number): Promise<string[]>
}

/** The member who asks, with the session by which they are known. */
export interface SignedIn {
  member: Member
  token: string
}

/** Work of which each key has one at a time, as far as this process knows. */
export interface KeyedLock {
  /** Does the work and returns what it does; null, at once and without it, while some is under way for this key. */
  tryRun<T extends object>(key: string, work: () => Promise<T>): Promise<T | null>
}

export interface AvatarDeps {
  profiles: Profiles
  avatars: AvatarStore
  pictures: Pictures
  clock: Clock
  /** The given number of random bits, in hexadecimal digits. */
  randomHex: (bits: number) => string
  /** Writes to the log what went wrong without anybody having to wait for it. */
  report: (code: 'avatar_left_behind', cause: unknown) => void
}
