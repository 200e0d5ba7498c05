import { useSyncExternalStore } from 'react'

/** With the fragment; '' in the HTML of the build. */
export function usePageUrl(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.href,
    () => '',
  )
}

export function useFragment(): string {
  return usePageUrl().split('#')[1] ?? ''
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
