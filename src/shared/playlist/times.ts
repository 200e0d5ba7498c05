/** `754` is `12:34`, `3754` is `1:02:34`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** `754` is `12 minutes 34 seconds`, for screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const amounts = { hour: Math.floor(whole / 3600), minute: Math.floor(whole / 60) % 60, second: whole % 60 }
  const parts = Object.entries(amounts).filter(([, amount]) => amount > 0)
  return parts.map(([unit, amount]) => `${amount} ${unit}${amount === 1 ? '' : 's'}`).join(' ') || '0 seconds'
}

/** `12:34` is `754`. The caller has checked the format. */
export function parseClockTime(time: string): number {
  return time.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}

/** `754`, `754s`, `754.5` and YouTube’s `12m34s`, as whole seconds; null for other spellings. */
export function parseTimestamp(stamp: string): number | null {
  const match = /^(?=\d)(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})(?:\.\d*)?s?)?$/.exec(stamp)
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return parseClockTime(`${hours}:${minutes}:${seconds}`)
}
