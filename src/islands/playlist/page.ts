/**
 * Reads the screen: every question about its markup is answered here. null on a page without a playlist.
 *
 * What the markup offers to whoever adds to it (components/playlist):
 * - `article[data-video]`: one a video, its fragment in `data-video`; `data-video-id`, `data-path` (the stable key of
 *   stored progress: the file's path), `data-title`, `data-duration` (seconds), `data-in-week`, `data-in-cohort`.
 *   The one that is shown has `data-selected`.
 * - `[data-player]` in it: 16:9, holds the facade `[data-play]` until a player takes its place.
 * - `[data-actions]` in it: a wrapping row of buttons, now with 'Watch on YouTube'; class `playlist-action`.
 * - `[data-transcript]` in it, with lines `[data-cue]` (seconds).
 * - `a[data-row]` in the list: see `markRow`. Rows of one week share a `[data-week]`, weeks a `[data-cohort]`;
 *   `[data-week-progress]` and `[data-cohort-progress]` hold the text at the end of their lines.
 */
export function readScreen(): Screen | null {
  const root = document.getElementById('playlist')
  const stage = root?.querySelector<HTMLElement>('[data-stage]')
  const tree = root?.querySelector<HTMLElement>('[data-tree]')
  const scroller = root?.querySelector<HTMLElement>('[data-scroll]')
  if (!root || !stage || !tree || !scroller) return null
  return {
    root,
    stage,
    tree,
    scroller,
    path: root.dataset.path ?? '',
    shards: Number(root.dataset.shards),
    cohorts: (root.dataset.cohorts ?? '').split(' '),
    currentCohort: root.dataset.currentCohort ?? '',
  }
}

export interface Screen {
  root: HTMLElement
  /** Holds the videos' articles. */
  stage: HTMLElement
  /** Holds cohorts, weeks and rows. */
  tree: HTMLElement
  /** What the list scrolls in. On a phone both are lent to a drawer outside of the root. */
  scroller: HTMLElement
  /** The playlist's own path. */
  path: string
  /** How many files the finder has. */
  shards: number
  /** Paths, the newest first. */
  cohorts: string[]
  currentCohort: string
}

export function articlesOf({ stage }: Screen): HTMLElement[] {
  return [...stage.querySelectorAll<HTMLElement>('[data-video]')]
}

export function fragmentOf(article: HTMLElement): string {
  return article.dataset.video ?? ''
}

/** A video's row in the list. null while its week is not in the page. */
export function rowOf({ tree }: Screen, fragment: string): HTMLElement | null {
  return tree.querySelector<HTMLElement>(`[data-row="${CSS.escape(fragment)}"]`)
}

/** Shows how far the member is with a video, and says it. */
export function markRow(row: HTMLElement, how: Seen): void {
  row.toggleAttribute('data-watched', how === 'watched')
  row.toggleAttribute('data-begun', typeof how === 'object')
  if (typeof how === 'object') row.style.setProperty('--part', how.part.toFixed(2))
  const words = row.querySelector('[data-seen-text]')
  if (words) words.textContent = typeof how === 'object' ? `, left at ${how.words}` : wordsOf[how]
}

/** Left in the middle: after which part of it, and when in words. */
export type Seen = 'new' | 'watched' | { part: number; words: string }

const wordsOf = { new: '', watched: ', watched' } as const
