import { useSyncExternalStore } from 'react'

/** Whether presses are heard: not yet where the HTML of the build stands. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
