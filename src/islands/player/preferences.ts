/** What a browser remembers about watching; nothing here is about a video. */
export interface Preferences {
  /** 1 is as it was spoken. */
  speed: number
  captions: boolean
  /** 0 to 100. */
  volume: number
}

export const UNTOUCHED: Preferences = { speed: 1, captions: false, volume: 100 }

/** The speeds on offer. The player's own menu knows some between them. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** What was kept; for what is not there, or makes no sense, as if nobody had touched it. */
export function readPreferences(): Preferences {
  return {
    speed: within(0.25, 2, read(SPEED_KEY)) ?? UNTOUCHED.speed,
    captions: read(CAPTIONS_KEY) === 'on',
    volume: within(0, 100, read(VOLUME_KEY)) ?? UNTOUCHED.volume,
  }
}

/** Where storage is switched off they hold until the page is left. */
export function keepPreferences({ speed, captions, volume }: Preferences): void {
  keep(SPEED_KEY, speed === UNTOUCHED.speed ? null : String(speed))
  keep(CAPTIONS_KEY, captions ? 'on' : null)
  keep(VOLUME_KEY, volume === UNTOUCHED.volume ? null : String(volume))
}

const SPEED_KEY = 'video-speed'
const CAPTIONS_KEY = 'video-captions'
const VOLUME_KEY = 'video-volume'

function within(least: number, most: number, text: string | null): number | null {
  const number = Number(text)
  return text && number >= least && number <= most ? number : null
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
