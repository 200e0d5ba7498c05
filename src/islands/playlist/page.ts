/** Reads the screen: every question about its markup is answered here. */
export function readScreen(): Screen | null {
  const root = document.getElementById('playlist')
  const stage = root?.querySelector<HTMLElement>('[data-stage]')
  const tree = root?.querySelector<HTMLElement>('[data-tree]')
  if (!root || !stage || !tree) return null
  return {
    root,
    stage,
    tree,
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

/** Shows the tick of a watched video, and says it. */
export function markWatched(row: HTMLElement, isWatched: boolean): void {
  row.toggleAttribute('data-watched', isWatched)
  row.querySelector('[data-watched-text]')?.toggleAttribute('hidden', !isWatched)
}
