import { continueWith } from '#src/shared/playlist/continue.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { WeekView } from '#src/shared/events/model.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { offsetIn, ownOffset, wallAt, type OffsetAt } from '#src/shared/wall.ts'
import { cityOf, rememberedTime } from '../frames/zone.ts'
import { readProgress } from '../progress/progress.ts'
import { readViewer } from '../read-viewer.ts'
import { choose, isTimeToJoin, type Chosen } from './choose.ts'
import { sayWhen } from './say-when.ts'

/*
 * Home's week, chosen before the first paint: this stands in the page behind what it fills in, so that nothing is seen to
 * change. Afterwards it follows the clock, in the room that there is.
 */

const week = document.querySelector<HTMLElement>('[data-week]')
const view = week && (JSON.parse(week.querySelector('script')?.textContent ?? '') as WeekView)
if (week && view) {
  showAll(week, view)
  week.querySelector('[data-week-list]')?.remove()
  const again = () => {
    if (!document.hidden) showAll(week, view)
  }
  setInterval(again, MINUTE_MS)
  addEventListener('pageshow', again)
  document.addEventListener('visibilitychange', again)
  addEventListener('lanai:progress', again)
}

function showAll(week: HTMLElement, view: WeekView): void {
  const now = Date.now()
  const session = choose(view.events, 'session', now)
  const due = choose(view.events, 'due', now)
  const row = week.querySelector<HTMLElement>('[data-week-row]')
  if (row) row.hidden = false
  show(week, 'session', session && partsOfSession(session, view, now))
  show(week, 'due', due && partsOf(due, view, now))
  showProgress(week, view)
  week.hidden = !week.querySelector('[data-cell]:not([hidden])')
}

function showProgress(week: HTMLElement, view: WeekView): void {
  const entries = readProgress(readViewer().email)
  const next = continueWith(
    entries,
    view.videos.map(([key]) => key),
  )
  const [, title, fragment] = view.videos.find(([key]) => key === next?.video) ?? []
  const isKnown = title !== undefined && fragment !== undefined
  show(
    week,
    'continue',
    next && {
      label: entries.size > 0 ? 'Continue' : 'Start',
      title: isKnown ? title : 'Where you stopped',
      when: next.seconds === null ? '' : `at ${clockTime(next.seconds)}`,
      href: `/video-playlist${isKnown ? writeHash({ fragment, seconds: null }) : ''}`,
    },
  )
  const isSettled = view.welcome !== undefined && entries.get(view.welcome)?.watched === true
  // Only as the page comes: what goes away later would move what somebody reads.
  if (document.readyState === 'loading') document.documentElement.toggleAttribute('data-settled', isSettled)
}

function partsOfSession(chosen: Chosen, view: WeekView, now: number): Parts {
  const { event } = chosen
  const joins = event.join !== undefined && isTimeToJoin(chosen, now)
  return {
    ...partsOf(chosen, view, now),
    label: chosen.start <= now ? 'Now' : 'Next session',
    act: joins ? 'join' : 'add',
    actHref: (joins ? event.join : undefined) ?? `/${event.name}.ics`,
  }
}

/** The clock that the member chose for calendars comes first; where both show the same there is one. */
function partsOf({ event, start, end }: Chosen, { zone, offsets }: WeekView, now: number): Parts {
  const programmes = offsetIn(offsets)
  const isOne = ownOffset(start) === programmes(start)
  const [first, second] = rememberedTime() === 'mine' ? [ownOffset, programmes] : [programmes, ownOffset]
  const isOn = start <= now
  const isSameDay = wallAt(start, ownOffset(start)).day === wallAt(start, programmes(start)).day
  const clockOf = (moment: number, offsetAt: OffsetAt) => wallAt(moment, offsetAt(moment)).clock
  const said = isOn ? `Until ${clockOf(end, first)}` : sayWhen(start, now, first)
  const other = isOn ? clockOf(end, second) : isSameDay ? clockOf(start, second) : sayWhen(start, now, second)
  const placeOf = (offsetAt: OffsetAt) => (offsetAt === ownOffset ? 'where you are' : `in ${cityOf(zone)}`)
  return {
    title: event.title,
    when: isOne ? said : `${said} ${placeOf(first)}`,
    other: isOne ? (event.place ?? '') : `${other} ${placeOf(second)}`,
    href: event.page,
  }
}

/** What is not there any more when the page has been seen stays as it was: nothing moves. */
function show(week: HTMLElement, name: string, parts: Parts | null): void {
  const cell = week.querySelector<HTMLElement>(`[data-cell=${name}]`)
  if (!cell || !parts) return
  cell.hidden = false
  const write = (part: string, text: string | undefined) => {
    const element = cell.querySelector(`[data-part=${part}]`)
    if (element && text !== undefined && element.textContent !== text) element.textContent = text
  }
  write('label', parts.label)
  write('title', parts.title)
  write('when', parts.when)
  write('other', parts.other)
  const title = cell.querySelector<HTMLAnchorElement>('a[data-part=title]')
  if (title && parts.href !== undefined) title.href = parts.href
  else title?.removeAttribute('href')
  for (const link of cell.querySelectorAll<HTMLAnchorElement>('[data-act]')) {
    link.hidden = link.dataset.act !== parts.act
    if (!link.hidden && parts.actHref) link.href = parts.actHref
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
