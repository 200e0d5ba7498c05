import { continueWith } from '#src/shared/playlist/known.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { lengthOf } from '#src/shared/playlist/view.ts'
import { dueKey, type WeekView } from '#src/shared/events/model.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { ownOffset, wallAt } from '#src/shared/wall.ts'
import { cityOf, isOwnTime } from '../frames/zone.ts'
import { readProgress, type LocalProgress } from '../progress/progress.ts'
import { readViewer } from '../read-viewer.ts'
import { formatWhen, isDone, isTimeToJoin, nextEvent, type Occurrence } from './next-event.ts'

/* Home's week: an inline script that fills the row in before the first paint, then follows the clock and the progress. */

const week = document.querySelector<HTMLElement>('[data-week]')
if (week) {
  const view = JSON.parse(week.querySelector('script')?.textContent ?? '') as WeekView
  const showAll = () => showWeek(week, view)
  showAll()
  week.querySelector('[data-week-list]')?.remove()
  setInterval(showAll, MINUTE_MS)
  addEventListener('pageshow', showAll)
  document.addEventListener('visibilitychange', showAll)
  addEventListener('lanai:progress', showAll)
}

function showWeek(week: HTMLElement, view: WeekView): void {
  const now = Date.now()
  const session = nextEvent(view.events, 'session', now)
  const due = nextEvent(view.events, 'due', now)
  const entries = readProgress(readViewer().email)
  week.querySelector('[data-week-row]')?.removeAttribute('hidden')
  if (session) {
    const { event, start } = session
    const joins = event.join !== undefined && isTimeToJoin(session, now)
    show(week, 'session', {
      ...partsOf(session, view.zone, now),
      label: start <= now ? 'Now' : 'Next session',
      act: joins ? 'join' : 'add',
      actHref: (joins && event.join) || `/${event.name}.ics`,
    })
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

function showNextVideo(week: HTMLElement, { videos, welcome }: WeekView, all: Entries): void {
  const entries = new Map([...all].filter(([key]) => !key.startsWith(dueKey(''))))
  const next = continueWith(
    entries,
    videos.map(([key]) => key),
  )
  if (next) {
    const found = videos.find(([key]) => key === next.video)
    const [, title = 'Where you left off', fragment, minutes = 0] = found ?? []
    const folder = next.video.replace(/[^/]*$/, '')
    const group = videos.filter(([key]) => key.startsWith(folder))
    const watched = group.filter(([key]) => entries.get(key)?.watched).length
    show(week, 'continue', {
      label: entries.size > 0 ? 'Continue' : 'Start',
      title,
      when: found ? `${watched} of ${group.length} watched · ${lengthOf(minutes)}`.replace(/ · $/, '') : '',
      other: next.seconds === null ? '' : `From ${clockTime(next.seconds)}`,
      href: `/video-playlist${fragment === undefined ? '' : writeHash({ fragment, seconds: null })}`,
    })
  }
  const isSettled =
    welcome !== undefined && (next?.video === welcome || entries.get(welcome)?.watched === true)
  // Only while the page loads: what disappears later would move what the member reads.
  if (document.readyState === 'loading') document.documentElement.toggleAttribute('data-settled', isSettled)
}

/** The clock that the member chose for calendars comes first; where both agree there is one. */
function partsOf({ event, start, end, offset }: Occurrence, zone: string, now: number): Parts {
  const programme = { offset, place: `in ${cityOf(zone)}` }
  const own = { offset: ownOffset(start), place: 'your time' }
  const [first, second] = isOwnTime() ? [own, programme] : [programme, own]
  const isOn = start <= now
  const said = isOn ? `Until ${wallAt(end, first.offset).clock}` : formatWhen(start, now, first.offset)
  const isSameDay = wallAt(start, first.offset).day === wallAt(start, second.offset).day
  const other =
    isOn || isSameDay
      ? wallAt(isOn ? end : start, second.offset).clock
      : formatWhen(start, now, second.offset)
  const isOne = own.offset === offset
  return {
    title: event.title,
    when: isOne ? said : `${said} ${first.place}`,
    other: isOne ? (event.place ?? '') : `${other} ${second.place}`,
    href: event.page,
  }
}

function show(week: HTMLElement, name: string, { href, act, actHref, ...words }: Parts): void {
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
  for (const link of cell.querySelectorAll<HTMLAnchorElement>('[data-act]')) {
    link.hidden = link.dataset.act !== act
    if (!link.hidden && actHref) link.href = actHref
  }
}

type Entries = ReadonlyMap<string, LocalProgress>

interface Parts {
  label?: string
  title: string
  when: string
  /** The other clock's time. */
  other?: string
  href?: string | undefined
  act?: 'join' | 'add'
  actHref?: string
}
