import { followViewer } from './follow-viewer.ts'
import { keepOfflinePage } from './keep-offline-page.ts'
import { foldsSidebar } from './keys.ts'
import { showAlert, showLeftNotices } from './notices.ts'
import { watchPalette } from './palette/open-palette.ts'
import { followSession } from './session.ts'

// Runs on every page.
for (const type of ['astro:hydration-error', 'vite:preloadError']) addEventListener(type, () => showAlert())
showLeftNotices()

if (document.body.dataset.forMember !== undefined) {
  followSession()
  followViewer()
  keepOfflinePage()
  watchPalette()
  addEventListener('keydown', (event) => {
    if (!foldsSidebar(event)) return
    event.preventDefault()
    if (matchMedia('(width >= 64rem)').matches)
      document.querySelector<HTMLElement>('[aria-controls=navigation]:not([popovertarget])')?.click()
    else document.getElementById('navigation')?.togglePopover()
  })
}
