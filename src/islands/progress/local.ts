import { NOTHING_KNOWN, type Known } from '#src/shared/playlist/known.ts'
import { keysOf, PREFIX } from './stored.ts'

/**
 * What this browser knows about a member and the videos: an entry a video, so that tabs do not overwrite one another,
 * under a hash of the member, so that two members of one machine never mix.
 */

export interface LocalEntry extends Known {
  /** Whether the portal may not have it yet. */
  unsent: boolean
}

/** @param email tells members apart; it is not stored. */
export function openLocal(email: string): LocalProgress {
  const prefix = `${PREFIX}${hashOf(email)}/`
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

/** 64 bits (FNV-1a, twice from different starts): enough to tell the few members of one browser apart. */
function hashOf(text: string): string {
  return STARTS.map((start) => {
    let hash = start
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0
    return hash.toString(16).padStart(8, '0')
  }).join('')
}

const FNV_PRIME = 0x01000193
const STARTS = [0x811c9dc5, 0x9e3779b9]
