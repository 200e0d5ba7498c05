/** What a browser remembers about watching; nothing here is about a video. */
const SPEED_KEY = 'video-speed'
const CAPTIONS_KEY = 'video-captions'

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export function readSpeed(): number {
  const speed = Number(read(SPEED_KEY))
  return SPEEDS.some((known) => known === speed) ? speed : 1
}

export function keepSpeed(speed: number): void {
  keep(SPEED_KEY, speed === 1 ? null : String(speed))
}

export function readCaptions(): boolean {
  return read(CAPTIONS_KEY) === 'on'
}

export function keepCaptions(on: boolean): void {
  keep(CAPTIONS_KEY, on ? 'on' : null)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Where storage is switched off it holds until the page is left. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
