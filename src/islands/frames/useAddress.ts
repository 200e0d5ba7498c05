import { useSyncExternalStore } from 'react'

/** The page's address with its fragment; '' in the HTML of the build. */
export function useAddress(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.href,
    () => '',
  )
}

/** What the fragment of the address names: a tab, or the day that a calendar shows. */
export function useFragment(): string {
  return useAddress().split('#')[1] ?? ''
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
