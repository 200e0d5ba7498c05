import { useSyncExternalStore } from 'react'

/** False during server rendering and the first client render. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
