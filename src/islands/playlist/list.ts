import type { CohortView } from '#src/shared/playlist/view.ts'

/** The element with the list's data. It is the island's last: as the island's properties, it would come before the video. */
export const LIST_ID = 'playlist-data'

let atBuild = '[]'

/** Says what the page has. Only while it is built. */
export function giveList(cohorts: CohortView[]): void {
  atBuild = JSON.stringify(cohorts).replaceAll('<', '\\u003c')
}

/** Every cohort as JSON, from the page that shows it. */
export function playlistJson(): string {
  if (typeof document === 'undefined') return atBuild
  return document.getElementById(LIST_ID)?.textContent ?? '[]'
}
