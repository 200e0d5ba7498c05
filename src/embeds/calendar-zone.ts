/**
 * A calendar's address in another time zone, or from a day (2025-06-26) on; null leaves either as it is. The parameters
 * are Google Calendar's.
 */
export function calendarInZone(src: string, zone: string | null, day: string | null = null): string {
  const [path = '', search = ''] = src.split('?')
  const params = new URLSearchParams(search)
  const date = day?.replaceAll('-', '')
  if (zone) params.set('ctz', zone)
  if (date) params.set('dates', `${date}/${date}`)
  return `${path}?${params.toString()}`
}
