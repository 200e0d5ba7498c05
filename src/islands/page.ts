import { followViewer } from './follow-viewer.ts'
import { keepOfflinePage } from './keep-offline-page.ts'
import { keepVisit } from './news/keep-visit.ts'
import { showLeftNotices } from './notices.ts'
import { watchPalette } from './palette/open-palette.ts'
import { standInForToaster } from './plain-notices.ts'
import { watchPage, watchState } from './watch-access.ts'

/** What every page runs: one file, which the next page has already. */
export function startPage(): void {
  standInForToaster()
  showLeftNotices()
  const { watch } = document.body.dataset
  if (watch === 'page') {
    watchPage()
    followViewer()
    keepOfflinePage()
    keepVisit()
    watchPalette()
  }
  if (watch === 'state') watchState()
  dispatchEvent(new Event('lanai:begun'))
}
