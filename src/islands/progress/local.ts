import type { Known } from '#src/shared/playlist/known.ts'
import { readAll } from '../disk.ts'
import { memberKey } from '../session.ts'

export interface LocalProgress extends Known {
  video: string
  /** Whether the portal may not have it yet. */
  isUnsent: boolean
}

/** Where every member's progress is kept in local storage. */
export const PROGRESS = 'progress/'

export function progressPrefix(email: string): string {
  return `${PROGRESS}${memberKey(email)}/`
}

/** What this browser knows about a member and the videos, by their keys. */
export function readProgress(email: string): Map<string, LocalProgress> {
  return readAll(progressPrefix(email))
}
