import { articlesOf, fragmentOf, type Screen } from './page.ts'
import { send } from './events.ts'

/** Pages on their way or here already, so that none is asked for twice. */
const asked = new Map<string, Promise<boolean>>()

/**
 * Brings another page's videos into this one: its articles, the rows of weeks and the weeks of cohorts that this page
 * only names.
 *
 * @returns false when the page could not be had; it may be asked for again.
 */
export function bringPage(screen: Screen, path: string): Promise<boolean> {
  const known = asked.get(path)
  if (known) return known
  const coming = bring(screen, path).catch(() => false)
  asked.set(path, coming)
  void coming.then((here) => {
    if (!here) asked.delete(path)
  })
  return coming
}

async function bring(screen: Screen, path: string): Promise<boolean> {
  const page = await fetchPage(path)
  if (!page) return false
  const here = new Set(articlesOf(screen).map(fragmentOf))
  const articles = [...page.querySelectorAll<HTMLElement>('[data-video]')]
  const added = articles.filter((article) => !here.has(fragmentOf(article)))
  for (const article of added) article.removeAttribute('data-first')
  // There is one set of them, and it is here.
  for (const part of page.querySelectorAll('[data-tool-part]')) part.remove()
  for (const row of page.querySelectorAll('[data-row][aria-current]')) row.removeAttribute('aria-current')
  screen.stage.append(...added)
  for (const gap of screen.tree.querySelectorAll<HTMLElement>('[data-missing]')) fill(gap, page)
  send('playlist:loaded', { fragments: added.map(fragmentOf) })
  return true
}

/** @param path of this site; answers for people who may not see it lead elsewhere and count as failures. */
export async function fetchPage(path: string): Promise<Document | null> {
  const answer = await fetch(path, { redirect: 'manual' }).catch(() => null)
  if (!answer?.ok) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** Puts what the other page has of this cohort or week in place of the link to it. */
function fill(gap: HTMLElement, page: Document): void {
  const { cohort, week } = gap.dataset
  const name = week === undefined ? `[data-cohort="${cohort}"]` : `[data-week="${week}"]`
  const source = page.querySelector<HTMLElement>(`${name}:not([data-missing])`)
  if (!source) return
  for (const open of source.querySelectorAll('details[open]')) open.removeAttribute('open')
  const summary = gap.querySelector(':scope > summary')
  gap.replaceChildren(
    ...(summary ? [summary] : []),
    ...[...source.children].filter((child) => child.tagName !== 'SUMMARY'),
  )
  gap.removeAttribute('data-missing')
}
