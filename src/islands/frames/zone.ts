/** Remembers in this browser that calendars are shown in the member's own time. */
export const OWN_TIME = 'lanai:calendar-time'

export function isOwnTime(): boolean {
  return localStorage.getItem(OWN_TIME) === 'mine'
}

/** What people call a zone: the city it is named after. */
export function cityOf(zone: string): string {
  return zone.replace(/^.*\//, '').replaceAll('_', ' ')
}

/** A calendar's address in another time zone. Google's and this site's own read the same parameter. */
export function inZone(src: string, zone: string): string {
  const [path = '', search = ''] = src.split('?')
  const params = new URLSearchParams(search)
  params.set('ctz', zone)
  return `${path}?${params.toString()}`
}
