import { resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey, weekOf } from '#src/shared/playlist/video-key.ts'
import { articlesOf, fragmentOf, markRow, type Screen, type Seen } from '../playlist/page.ts'

/** What progress of this video is kept under. */
export function keyOf(article: HTMLElement): string {
  return videoKey(article.dataset.path ?? '')
}

/** Ticks of videos and how far weeks and cohorts are, in as much of the list as is in the page. */
export function showMarks(screen: Screen, entries: ReadonlyMap<string, Known>): void {
  const keys = new Map(articlesOf(screen).map((article) => [fragmentOf(article), keyOf(article)]))
  for (const row of screen.tree.querySelectorAll<HTMLElement>('[data-row]')) {
    const key = keys.get(row.dataset.row ?? '')
    if (key !== undefined) markRow(row, seenOf(entries.get(key)))
  }

  const watched = [...entries].filter(([, known]) => known.watched).map(([key]) => key)
  const byWeek = countBy(watched, weekOf)
  const byCohort = countBy(watched, cohortOf)
  for (const cohort of screen.tree.querySelectorAll<HTMLElement>('[data-cohort]')) {
    const weeks = [...cohort.querySelectorAll<HTMLElement>('[data-week]')]
    const seen = weeks.map((week) =>
      isHere(week) ? rowsWatched(week) : (byWeek.get(videoKey(week.dataset.week ?? '')) ?? 0),
    )
    weeks.forEach((week, index) => showPart(week, seen[index] ?? 0))
    const elsewhere = byCohort.get(videoKey(cohort.dataset.cohort ?? '')) ?? 0
    showPart(cohort, isHere(cohort) ? seen.reduce((sum, count) => sum + count, 0) : elsewhere)
  }
}

function seenOf(known: Known | undefined): Seen {
  if (!known) return 'new'
  if (known.watched) return 'watched'
  const seconds = resumeAt(known)
  if (seconds === null || known.durationSeconds === null) return 'new'
  return { part: seconds / known.durationSeconds, words: spokenTime(seconds) }
}

/** Whether what a cohort or week holds is in the page; of one that is not, progress alone can be counted. */
function isHere({ dataset }: HTMLElement): boolean {
  return dataset.missing === undefined
}

function rowsWatched(week: HTMLElement): number {
  return week.querySelectorAll('[data-row][data-watched]').length
}

/** Says `2 of 3 watched` in place of how much there is, with a ring. */
function showPart(group: HTMLElement, watched: number): void {
  const note = group.querySelector<HTMLElement>(':scope > summary > .playlist-note')
  const total = Number(group.dataset.videos)
  if (!note || !total) return
  note.dataset.whole ??= note.textContent.trim()
  const seen = Math.min(watched, total)
  const text = seen === 0 ? note.dataset.whole : `${seen} of ${total} watched`
  if (note.textContent.trim() !== text) note.textContent = text
  note.toggleAttribute('data-part', seen > 0)
  note.toggleAttribute('data-all', seen === total)
  note.style.setProperty('--part', (seen / total).toFixed(3))
}

function countBy(keys: readonly string[], groupOf: (key: string) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(groupOf(key), (counts.get(groupOf(key)) ?? 0) + 1)
  return counts
}
