/** Settings of the player that this browser remembers; nothing here is about a video. */
export interface Preferences {
  /** 1 is normal speed. */
  speed: number
  captions: boolean
  /** 0 to 100. */
  volume: number
}

export const UNTOUCHED: Preferences = { speed: 1, captions: false, volume: 100 }

/** The speeds on offer. YouTube's own menu has some between them. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The stored settings; defaults for what is missing or out of range. */
export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<
      Record<keyof Preferences, unknown>
    >
    return {
      speed: within(0.25, 2, stored.speed) ?? UNTOUCHED.speed,
      captions: stored.captions === true,
      volume: within(0, 100, stored.volume) ?? UNTOUCHED.volume,
    }
  } catch {
    return UNTOUCHED
  }
}

/** Where storage is switched off they last until the page is left. */
export function keepPreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences))
  } catch {
    // As above.
  }
}

const KEY = 'video-preferences'

function within(least: number, most: number, value: unknown): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null
}
