import { useSyncExternalStore } from 'react'

/** State that named actions change, and nothing else. */
export interface Store<State, Action> {
  get(): State
  dispatch(action: Action): void
  /** @returns what stops it. */
  subscribe: (listener: () => void) => () => void
  /** What stands in the page when it comes. */
  initial: State
}

export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => state,
    dispatch(action) {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @param select must give the same value for the same state. */
export function useStore<State, Value>(store: Store<State, never>, select: (state: State) => Value): Value {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  )
}
