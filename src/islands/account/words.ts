import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'

/** The server records the use of a session this often. */
const RECORDED_EVERY_MS = 15 * MINUTE_MS

/** "Firefox on macOS", as far as it is known. */
export function deviceName({ browser, system }: Device): string {
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** When a session was last used, as exactly as the server knows it. */
export function lastSeen(at: Date, now: Date): string {
  const ago = now.getTime() - at.getTime()
  if (ago < RECORDED_EVERY_MS) return 'just now'
  if (ago < HOUR_MS) return relative.format(-Math.round(ago / MINUTE_MS), 'minute')
  if (ago < DAY_MS) return relative.format(-Math.floor(ago / HOUR_MS), 'hour')
  return relative.format(-Math.floor(ago / DAY_MS), 'day')
}

/** When and where a session began: "November 21 at 3:40 PM, network 203.0.…". */
export function beganAt({ createdAt, network }: { createdAt: Date; network: string | null }): string {
  const when = moments.format(createdAt)
  return network ? `${when}, network ${network}${network.includes(':') ? ':…' : '.…'}` : when
}

const moments = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

interface Device {
  browser: string | null
  system: string | null
}
