import { whenLoaded } from './when-loaded.ts'

/**
 * Has the browser say in the portal's words that a page cannot be reached (offline-worker.js), from the next page on. Once the
 * page is at rest: it is nothing that anybody waits for.
 */
export function keepOfflinePage(): void {
  const register = () => {
    // Its file is asked for anew once a day, by its age, and not at each page.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' }).catch(() => undefined)
  }
  if ('serviceWorker' in navigator) whenLoaded(register)
}
