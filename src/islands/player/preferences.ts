/** What a browser remembers about watching; nothing here is about a video. */
export interface Preferences {
  speed: number
  captions: boolean
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export function readPreferences(): Preferences {
  const speed = Number(read(SPEED_KEY))
  return { speed: SPEEDS.some((known) => known === speed) ? speed : 1, captions: read(CAPTIONS_KEY) === 'on' }
}

/** Where storage is switched off they hold until the page is left. */
export function keepPreferences({ speed, captions }: Preferences): void {
  try {
    if (speed === 1) localStorage.removeItem(SPEED_KEY)
    else localStorage.setItem(SPEED_KEY, String(speed))
    if (captions) localStorage.setItem(CAPTIONS_KEY, 'on')
    else localStorage.removeItem(CAPTIONS_KEY)
  } catch {
    // As above.
  }
}

const SPEED_KEY = 'video-speed'
const CAPTIONS_KEY = 'video-captions'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
