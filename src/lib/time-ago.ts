export function timeAgo(moment: Date): string {
  const minutes = Math.round((moment.getTime() - Date.now()) / 60_000)
  if (minutes >= 0) return 'just now'
  // Created lazily: every page loads this file, and the first formatter takes a phone 50 ms.
  const format = new Intl.RelativeTimeFormat('en')
  if (minutes > -60) return format.format(minutes, 'minute')
  if (minutes > -48 * 60) return format.format(Math.round(minutes / 60), 'hour')
  return format.format(Math.round(minutes / (24 * 60)), 'day')
}
