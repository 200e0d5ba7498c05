import type { HomeWeek } from '#src/shared/events/event-view.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { lengthOf, pathOf } from '#src/shared/playlist/view.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { browserOffset, cityOf, programmeClock, toZoned } from '#src/shared/zoned-time.ts'
import { subscribeToTimeZone, usesOwnTimeZone } from '../../lib/time-zone-preference.ts'
import { requireViewer } from '../../lib/viewer.ts'
import { readKnownProgress, readProgress, type LocalProgress, type Records } from '../../lib/progress.ts'
import * as thisWeek from './this-week.ts'
import type { NextVideo, Occurrence } from './this-week.ts'

/* Home's week: an inline script that fills it in before the first paint, then follows the clock and the progress. */

/**
 * The missed deadlines that this page has shown, by their event: one that is ticked, here or on another device, stays
 * until the next visit, because its going would move the page.
 */
const shownMissed = new Map<string, Occurrence>()

/** What the page's own script has last said. A browser without storage has ticks nowhere else. */
let said: Records = new Map()

const home = document.querySelector<HTMLElement>('[data-home]')
if (home) {
  const isWide = matchMedia('(width >= 80rem)')
  const order = () => putInOrder(home, isWide.matches)
  order()
  isWide.addEventListener('change', order)
  const view = JSON.parse(one(home, '[type="application/json"]').textContent) as HomeWeek
  const show = () => showHome(home, view, Date.now())
  show()
  home.dataset.filled = ''
  setInterval(show, MINUTE_MS)
  addEventListener('pageshow', show)
  subscribeToTimeZone(show)
  document.addEventListener('visibilitychange', show)
  addEventListener('lanai:viewer', show)
  addEventListener('lanai:progress', (event) => {
    said = (event as CustomEvent<Records>).detail
    show()
  })
}

/** The tab key and screen readers follow what is seen: the week is the left column of a wide screen, and below 'Due' of others. */
function putInOrder(home: HTMLElement, isWide: boolean): void {
  const week = one(home, '[aria-labelledby=week-title]')
  if (isWide) home.prepend(week)
  else one(home, '[data-due]').after(week)
}

function showHome(home: HTMLElement, view: HomeWeek, now: number): void {
  const { id, memberSince, avatarUrl } = requireViewer()
  const progress = readKnownProgress(id)
  const week = thisWeek.weekAt(view, now)
  for (const missed of thisWeek.missedAt(view.events, progress, memberSince, now))
    shownMissed.set(missed.event.name, missed)
  // Those that were made here, too, before the others are known.
  const ticks = new Map([...said, ...readProgress(id)])
  const deadlines = [...shownMissed.values(), ...thisWeek.deadlinesAt(view.events, now)]
  const model = one((one(home, 'template') as HTMLTemplateElement).content, 'li')
  const showRows = (selector: string, rows: readonly Occurrence[]) => {
    const list = one(home, selector)
    while (list.children.length > rows.length) list.lastElementChild?.remove()
    for (const [index, each] of rows.entries()) {
      // One that is there stays, and so does the focus.
      const row = list.children[index] ?? list.appendChild(model.cloneNode(true) as Element)
      const last = rows[index - 1]
      const isDue = each.event.kind === 'due'
      fill(row, rowOf(each, ticks.get(thisWeek.tickKey(each)), view, now))
      row.toggleAttribute('data-missed', isDue && each.start <= now)
      row.toggleAttribute('data-new-day', !last || dayOf(last, now) !== dayOf(each, now))
      one(row, 'input').setAttribute('value', isDue ? thisWeek.tickKey(each) : '')
    }
  }
  for (const part of home.querySelectorAll<HTMLElement>('[data-week-is]'))
    part.hidden = part.dataset.weekIs !== week.is
  showRows('[data-sessions]', week.is === 'planned' ? week.sessions : [])
  showRows('[data-due] ul', deadlines)
  one(home, '[data-due]').hidden = deadlines.length === 0
  for (const box of document.querySelectorAll<HTMLInputElement>('main input[name=tick]')) {
    const isPicture = box.value === 'picture'
    box.checked = isPicture ? avatarUrl !== null : ticks.get(box.value)?.watched === true
    box.disabled = isPicture || !('ready' in home.dataset)
  }
  const next = thisWeek.nextVideo(view.videos, progress)
  showVideo(one(home, '[data-watch]'), next)
}

/** A session's row leads to its day in the calendar; a deadline's to where it is done, and has a box to tick, unless a form or a colleague has done that. */
function rowOf(occurrence: Occurrence, tick: LocalProgress | undefined, view: HomeWeek, now: number): Parts {
  const { event, start, end, offset } = occurrence
  const isDue = event.kind === 'due'
  const isNow = start <= now
  const isMissed = isDue && isNow
  const moment = isNow ? end : start
  const { clock } = toZoned(moment, browserOffset(moment))
  const programme = programmeClock(moment, offset)
  const calendarDay = toZoned(start, usesOwnTimeZone() ? browserOffset(start) : offset).iso
  const join = thisWeek.canJoin(occurrence, now) ? event.join : undefined
  const doneBy = tick?.isSent ? 'Sent' : tick?.isByColleague ? 'Done by a colleague ·' : null
  // Not home itself, which is no page to go to from here.
  const page = event.page === undefined ? undefined : view.pages[event.page]
  const isPageShown = page !== undefined && !isDue
  return {
    day: dayOf(occurrence, now),
    times: isMissed ? null : {},
    time: isNow ? `Now, until ${clock}` : clock,
    own: programme && {},
    programme,
    city: programme && ` in ${cityOf(view.zone)}`,
    title: {
      text: event.title,
      href: isDue ? page && event.page : view.calendar && `${view.calendar}#${calendarDay}`,
    },
    spoken: `${event.title}, ${thisWeek.shortDay(start)}`,
    others: event.starts.length > 1 ? {} : null,
    where: event.place === undefined && !isPageShown ? null : {},
    place: event.place ?? null,
    page: isPageShown ? { text: page, href: event.page } : null,
    join: join === undefined ? null : { href: join },
    add: isDue || join !== undefined ? null : { href: `/${event.name}.ics` },
    done: isDue && !doneBy ? {} : null,
    sent: isDue && doneBy ? `${doneBy} ${momentOf(tick?.markedAt ?? now, now)}` : null,
  }
}

function showVideo(card: HTMLElement, next: NextVideo): void {
  card.hidden = next.is === 'none'
  if (next.is === 'none' || next.is === 'unknown') return
  const { video, seconds, watched, count } = next
  fill(card, {
    label: next.is === 'start' ? 'Start' : 'Continue',
    title: { text: video.title, href: pathOf({ fragment: video.fragment, seconds: null }) },
    when: [`${watched} of ${count} watched`, lengthOf(video.minutes)].filter(Boolean).join(' · '),
    from: seconds === null ? null : `From ${clockTime(seconds)}`,
  })
}

function momentOf(moment: number, now: number): string {
  return `${thisWeek.dayName(moment, now)}, ${toZoned(moment, browserOffset(moment)).clock}`
}

/** A session that began yesterday is today's. */
function dayOf({ event, start }: Occurrence, now: number): string {
  if (event.kind === 'due' && start <= now) return `Overdue · ${thisWeek.dayName(start, now)}`
  return thisWeek.dayName(Math.max(start, now), now)
}

/** Fills the elements with these `data-part`s. A part that is null is hidden. */
function fill(root: ParentNode, parts: Parts): void {
  for (const [name, part] of Object.entries(parts))
    for (const element of root.querySelectorAll<HTMLElement>(`[data-part=${name}]`)) {
      element.hidden = part === null
      const { text, href } = typeof part === 'string' ? { text: part } : (part ?? {})
      if (text !== undefined) element.textContent = text
      if (href !== undefined) element.setAttribute('href', href)
      else if (element.matches('a')) element.removeAttribute('href')
    }
}

/** An element that the page always has. */
function one(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

/** A text, or a link; a link without text keeps its own. */
type Parts = Record<string, string | { text?: string | undefined; href?: string | undefined } | null>
