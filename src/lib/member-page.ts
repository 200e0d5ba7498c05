import { CHANGE_PASSWORD_HASH, EMAIL_SETTINGS_HASH } from '#src/shared/paths.ts'
import { openDialog } from './dialogs.ts'
import { hasUnsentProgress } from './progress.ts'
import { reloadWhenSessionEnds } from './session.ts'
import { requireViewer } from './viewer.ts'

export function startMemberPage(): void {
  reloadWhenSessionEnds()
  if (location.hash === CHANGE_PASSWORD_HASH) openDialog({ name: 'account', section: 'security' })
  if (location.hash === EMAIL_SETTINGS_HASH) openDialog({ name: 'account', section: 'emails' })
  // The previous page may have had no time or no network to save progress.
  if (hasUnsentProgress(requireViewer().id))
    void import('./progress-store.ts').then(({ flush }) => flush()).catch(() => undefined)
  // The browser checks for a new service worker once a day, not with each page.
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' }).catch(() => undefined)
}
