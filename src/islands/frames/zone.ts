/** Remembers in this browser whose time calendars are shown in. */
const KEY = 'lanai:calendar-time'

export type WhoseTime = 'programme' | 'mine'

export function rememberedTime(): WhoseTime {
  return localStorage.getItem(KEY) === 'mine' ? 'mine' : 'programme'
}

export function rememberTime(whose: WhoseTime): void {
  localStorage.setItem(KEY, whose)
}

/** The zone this browser asked calendars to be shown in; null leaves one in its own. */
export function wantedZone(calendarZone: string): string | null {
  return rememberedTime() === 'mine' && !agree(new Date(), ownZone(), calendarZone) ? ownZone() : null
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What people call a zone: the city it is named after. */
export function cityOf(zone: string): string {
  return zone.replace(/^.*\//, '').replaceAll('_', ' ')
}

/** The clock on a wall in this zone: '3:42 PM'. */
export function clock(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(now)
}

/** Two zones agree when their clocks show the same day and minute now. */
export function agree(now: Date, one: string, other: string): boolean {
  const show = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(now)
  return show(one) === show(other)
}

/** A calendar's address in another time zone. Google's and this site's own read the same parameter. */
export function inZone(src: string, zone: string): string {
  const [path = '', search = ''] = src.split('?')
  const params = new URLSearchParams(search)
  params.set('ctz', zone)
  return `${path}?${params.toString()}`
}
