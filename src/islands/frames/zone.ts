/** The storage key for whether calendars show the member's own time. */
export const OWN_TIME = 'lanai:calendar-time'

export function isOwnTime(): boolean {
  return localStorage.getItem(OWN_TIME) === 'mine'
}

/** `Pacific/Honolulu` is `Honolulu`. */
export function cityOf(zone: string): string {
  return zone.replace(/^.*\//, '').replaceAll('_', ' ')
}

/** A calendar's address in another time zone. Google Calendar and this site's own calendars read the same parameter. */
export function inZone(src: string, zone: string): string {
  const [path = '', search = ''] = src.split('?')
  const params = new URLSearchParams(search)
  params.set('ctz', zone)
  return `${path}?${params.toString()}`
}
