import { wallAt, type OffsetAt } from '#src/shared/wall.ts'

/** A moment as somebody with this clock says it: 'Today, 12:00 PM', 'Thursday, 5:30 PM', 'Thu, Jun 26, 12:00 PM'. */
export function sayWhen(moment: number, now: number, offsetAt: OffsetAt): string {
  const then = wallAt(moment, offsetAt(moment))
  const days = then.day - wallAt(now, offsetAt(now)).day
  return `${sayDay(days, then)}, ${then.clock}`
}

function sayDay(days: number, { weekday, month, date }: ReturnType<typeof wallAt>): string {
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  if (days > 1 && days < 7) return weekday
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${date}`
}
