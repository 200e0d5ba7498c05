import { continueWith, type Continuation } from '#src/shared/playlist/continue.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import type { Known } from '#src/shared/playlist/known.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey, weekOf } from '#src/shared/playlist/video-key.ts'
import { bringPage } from '../playlist/bring.ts'
import { articlesOf, fragmentOf, type Screen } from '../playlist/page.ts'
import { keyOf } from './marks.ts'

/** The link on top of the screen. It leads to the first video before anything is known. */
export async function showContinue(screen: Screen, entries: ReadonlyMap<string, Known>): Promise<void> {
  const link = screen.root.querySelector<HTMLAnchorElement>('[data-continue]')
  if (!link) return
  const { next, article } = await findNext(screen, entries)
  const [verb, title, time] = article
    ? [entries.size > 0 ? 'Continue' : 'Start', article.dataset.title ?? '', next.seconds]
    : ['All watched', 'Watch anything again', null]
  if (article) link.href = writeHash({ fragment: fragmentOf(article), seconds: null })
  link.dataset.continue = time === null ? '' : String(time)
  say(link, 'verb', verb)
  say(link, 'title', title)
  say(link, 'time', time === null ? '' : clockTime(time))
}

/** A video that was taken out of the playlist since is left out here, too. */
async function findNext(screen: Screen, entries: ReadonlyMap<string, Known>): Promise<Found> {
  const next = continueWith(entries, keysInOrder(screen))
  if (!next) return { next: null, article: null }
  const article = findByKey(screen, next.video) ?? (await bringByKey(screen, next.video))
  if (article) return { next, article }
  return findNext(screen, new Map([...entries].filter(([video]) => video !== next.video)))
}

type Found = { next: Continuation; article: HTMLElement } | { next: null; article: null }

function findByKey(screen: Screen, key: string): HTMLElement | null {
  return articlesOf(screen).find((article) => keyOf(article) === key) ?? null
}

/** The list knows the order; articles that were brought in stand where they came. */
function keysInOrder(screen: Screen): string[] {
  const keys = new Map(articlesOf(screen).map((article) => [fragmentOf(article), keyOf(article)]))
  const rows = [...screen.tree.querySelectorAll<HTMLElement>('[data-row]')]
  return rows.flatMap((row) => keys.get(row.dataset.row ?? '') ?? [])
}

/** A video of another cohort or week: where that is, the list says, even when its videos are not in the page. */
async function bringByKey(screen: Screen, key: string): Promise<HTMLElement | null> {
  const missing = () => [...screen.tree.querySelectorAll<HTMLElement>('[data-missing]')]
  const cohort = missing().find(({ dataset }) => dataset.cohort && videoKey(dataset.cohort) === cohortOf(key))
  if (cohort?.dataset.missing) await bringPage(screen, cohort.dataset.missing)
  const week = missing().find(({ dataset }) => dataset.week && videoKey(dataset.week) === weekOf(key))
  if (week?.dataset.missing) await bringPage(screen, week.dataset.missing)
  return findByKey(screen, key)
}

function say(link: HTMLElement, part: string, text: string): void {
  const element = link.querySelector(`[data-part-${part}]`)
  if (element && element.textContent !== text) element.textContent = text
}
