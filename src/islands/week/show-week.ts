import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { lengthOf, PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { dueKey, type HomeWeek } from '#src/shared/events/event-view.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { browserOffset, toZoned } from '#src/shared/zoned-time.ts'
import { cityOf, isOwnTime } from '../frames/zone.ts'
import { readProgress, type LocalProgress } from '../stores/progress.ts'
import { readViewer } from '../read-viewer.ts'
import { formatWhen, isDone, isTimeToJoin, nextEvent, type Occurrence } from './next-event.ts'

/* Home's week: an inline script that fills the row in before the first paint, then follows the clock and the progress. */

const week = document.querySelector<HTMLElement>('[data-week]')
if (week) {
  const view = JSON.parse(week.querySelector('script')?.textContent ?? '') as HomeWeek
  const showAll = () => showWeek(week, view)
  showAll()
  week.querySelector('[data-week-list]')?.remove()
  setInterval(showAll, MINUTE_MS)
  addEventListener('pageshow', showAll)
  document.addEventListener('visibilitychange', showAll)
  addEventListener('lanai:progress', showAll)
}

function showWeek(week: HTMLElement, view: HomeWeek): void {
  const now = Date.now()
  const session = nextEvent(view.events, 'session', now)
  const due = nextEvent(view.events, 'due', now)
  const entries = readProgress(readViewer().id)
  week.querySelector('[data-week-row]')?.removeAttribute('hidden')
  const act = week.querySelector<HTMLAnchorElement>('[data-act]')
  if (session && act) {
    const { event, start } = session
    const join = isTimeToJoin(session, now) ? event.join : undefined
    show(week, 'session', {
      ...partsOf(session, view.zone, now),
      label: start <= now ? 'Now' : 'Next session',
    })
    act.textContent = join ? 'Join' : 'Add to calendar'
    act.href = join ?? `/${event.name}.ics`
    act.toggleAttribute('data-join', join !== undefined)
    act.toggleAttribute('download', join === undefined)
  }
  const box = week.querySelector<HTMLInputElement>('[data-done]')
  if (due && box) {
    show(week, 'due', partsOf(due, view.zone, now))
    box.value = dueKey(due.event.name)
    box.checked = isDone(due, entries.get(box.value))
  }
  showNextVideo(week, view, entries)
  week.hidden = !week.querySelector('[data-cell]:not([hidden])')
}

function showNextVideo(week: HTMLElement, { videos, welcome }: HomeWeek, all: Entries): void {
  const keys = videos.map(([key]) => key)
  const entries = new Map([...all].filter(([key]) => keys.includes(key)))
  const next = continueWith(entries, keys)
  const [key, title, fragment, minutes] = videos.find(([key]) => key === next?.video) ?? []
  if (next && key && title && fragment) {
    const group = keys.filter((other) => other.startsWith(key.replace(/[^/]*$/, '')))
    const watched = group.filter((other) => entries.get(other)?.watched).length
    show(week, 'continue', {
      label: entries.size > 0 ? 'Continue' : 'Start',
      title,
      when: [`${watched} of ${group.length} watched`, lengthOf(minutes ?? 0)].filter(Boolean).join(' · '),
      other: next.seconds === null ? '' : `From ${clockTime(next.seconds)}`,
      href: PLAYLIST_PATH + writeHash({ fragment, seconds: null }),
    })
  }
  const isSettled = welcome !== undefined && (key === welcome || entries.get(welcome)?.watched === true)
  // Only while the page loads: what disappears later would move what the member reads.
  if (document.readyState === 'loading') document.documentElement.toggleAttribute('data-settled', isSettled)
}

/** The clock that the member chose for calendars comes first; where both agree there is one. */
function partsOf({ event, start, end, offset }: Occurrence, zone: string, now: number): Parts {
  const own = browserOffset(start)
  const at = (clock: number) =>
    start <= now ? `Until ${toZoned(end, clock).clock}` : formatWhen(start, now, clock)
  const times = [`${at(offset)} in ${cityOf(zone)}`, `${at(own)} your time`]
  if (isOwnTime()) times.reverse()
  const [when = '', other = ''] = own === offset ? [at(own), event.place] : times
  // 'Today' is said once.
  const brief = other.replace(/^.*[, ](?=\d)/, (day) => (when.startsWith(day) ? '' : day))
  return { title: event.title, when, other: brief, href: event.page }
}

function show(week: HTMLElement, name: string, { href, ...words }: Parts): void {
  const cell = week.querySelector<HTMLElement>(`[data-cell=${name}]`)
  if (!cell) return
  cell.hidden = false
  for (const [part, text] of Object.entries(words)) {
    const element = cell.querySelector(`[data-part=${part}]`)
    if (element) element.textContent = text
  }
  const title = cell.querySelector<HTMLAnchorElement>('a[data-part=title]')
  if (title && href !== undefined) title.href = href
  else title?.removeAttribute('href')
}

type Entries = ReadonlyMap<string, LocalProgress>

interface Parts {
  label?: string
  title: string
  when: string
  /** The other clock's time. */
  other?: string
  href?: string | undefined
}
