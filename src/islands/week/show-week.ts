import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { HomeWeek } from '#src/shared/events/event-view.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { browserOffset, toZoned } from '#src/shared/zoned-time.ts'
import { cityOf, isOwnTime } from '../frames/zone.ts'
import { readProgress } from '../stores/progress.ts'
import { readViewer } from '../read-viewer.ts'
import { choose, isTimeToJoin, sayWhen, type Chosen } from './choose.ts'

/* Home's week. This stands in the page behind what it fills in before the first paint; then it follows the clock. */

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
  const session = choose(view.events, 'session', now)
  const due = choose(view.events, 'due', now)
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
  if (due) show(week, 'due', partsOf(due, view.zone, now))
  showProgress(week, view)
  week.hidden = !week.querySelector('[data-cell]:not([hidden])')
}

function showProgress(week: HTMLElement, { videos, welcome }: HomeWeek): void {
  const entries = readProgress(readViewer().email)
  const keys = videos.map(([key]) => key)
  const next = continueWith(entries, keys)
  if (next) {
    const [, title = 'Where you stopped', fragment] = videos.find(([key]) => key === next.video) ?? []
    show(week, 'continue', {
      label: entries.size > 0 ? 'Continue' : 'Start',
      title,
      when: next.seconds === null ? '' : `at ${clockTime(next.seconds)}`,
      href: `/video-playlist${fragment === undefined ? '' : writeHash({ fragment, seconds: null })}`,
    })
  }
  const isSettled = welcome !== undefined && entries.get(welcome)?.watched === true
  // Only as the page comes: what goes away later would move what a member reads.
  if (document.readyState === 'loading') document.documentElement.toggleAttribute('data-settled', isSettled)
}

/** The clock that the member chose for calendars comes first; where both show the same there is one. */
function partsOf({ event, start, end, offset }: Chosen, zone: string, now: number): Parts {
  const programme = { offset, place: `in ${cityOf(zone)}` }
  const own = { offset: browserOffset(start), place: 'your time' }
  const [first, second] = isOwnTime() ? [own, programme] : [programme, own]
  const isOn = start <= now
  const said = isOn ? `Until ${toZoned(end, first.offset).clock}` : sayWhen(start, now, first.offset)
  const isSameDay = toZoned(start, first.offset).day === toZoned(start, second.offset).day
  const other =
    isOn || isSameDay ? toZoned(isOn ? end : start, second.offset).clock : sayWhen(start, now, second.offset)
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
