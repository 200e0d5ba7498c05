import { NOTHING_KNOWN, type Known } from '#src/shared/playlist/known.ts'
import { memberKey } from '../session.ts'
import { keysOf, PREFIX } from './stored.ts'

/**
 * What this browser knows about a member and the videos: an entry a video, so that tabs do not overwrite one another,
 * under a mark of the member, so that two members of one machine never mix.
 */

export interface LocalEntry extends Known {
  /** Whether the portal may not have it yet. */
  unsent: boolean
}

/** @param email tells members apart; it is not stored. */
export function openLocal(email: string): LocalProgress {
  const prefix = `${PREFIX}${memberKey(email)}/`
  return {
    readAll() {
      const names = keysOf(prefix)
      return new Map(names.map((name) => [name.slice(prefix.length), read(name)]))
    },
    read: (video) => read(prefix + video),
    write(video, entry) {
      try {
        localStorage.setItem(prefix + video, JSON.stringify(entry))
      } catch {
        // Storage is full or switched off: the portal still hears of it.
      }
    },
  }
}

export interface LocalProgress {
  readAll(): Map<string, LocalEntry>
  read(video: string): LocalEntry
  write(video: string, entry: LocalEntry): void
}

/** Nothing known, where somebody edited it. */
function read(key: string): LocalEntry {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof LocalEntry, unknown>>
    const positionSeconds = wholeOf(entry.positionSeconds) ?? 0
    const durationSeconds = wholeOf(entry.durationSeconds)
    return {
      positionSeconds:
        durationSeconds === null ? positionSeconds : Math.min(positionSeconds, durationSeconds),
      durationSeconds,
      playedAt: wholeOf(entry.playedAt),
      watched: entry.watched === true,
      markedAt: wholeOf(entry.markedAt),
      unsent: entry.unsent === true,
    }
  } catch {
    return { ...NOTHING_KNOWN, unsent: false }
  }
}

function wholeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
