import { useEffect, useLayoutEffect, useReducer, type RefObject } from 'react'

/** `groups-before-paint.js` reads what is kept here. */
const OPEN_GROUPS_KEY = 'open-groups'
const SCROLL_KEY = 'navigation-scroll'

/**
 * Which groups stand open: the one that holds this page, and what the member opens, for the visit. The place that the
 * navigation is scrolled to is kept as well.
 *
 * @param all the groups' addresses.
 * @param current the address of the group that holds this page.
 */
export function useOpenGroups(
  all: readonly string[],
  current: string | null,
  navigation: RefObject<HTMLElement | null>,
): OpenGroups {
  const [{ open }, dispatch] = useReducer(reduceGroups, { open: current ? [current] : [], kept: [] })

  useLayoutEffect(() => {
    // What was kept stands open before the first paint, and what was pressed before this island was awake as well.
    const standing = navigation.current?.querySelectorAll('details[open]') ?? []
    const opened = [...standing].map((group) => (group as HTMLElement).dataset.group ?? '')
    const kept = union(readKept(), without(opened, current ? [current] : []))
    dispatch({ type: 'restored', kept })
    save(OPEN_GROUPS_KEY, JSON.stringify(kept))
  }, [navigation, current])
  useEffect(() => {
    const keep = () => save(SCROLL_KEY, String(navigation.current?.scrollTop ?? 0))
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [navigation])

  const act = (action: GroupAction) => {
    dispatch(action)
    save(OPEN_GROUPS_KEY, JSON.stringify(reduceGroups({ open, kept: readKept() }, action).kept))
  }
  return {
    open,
    areAllOpen: all.every((group) => open.includes(group)),
    toggle: (group) => act({ type: open.includes(group) ? 'closed' : 'opened', groups: [group] }),
    openAll: () => act({ type: 'opened', groups: all }),
    closeAll: () => act({ type: 'closed', groups: all }),
  }
}

export interface OpenGroups {
  open: readonly string[]
  areAllOpen: boolean
  toggle: (group: string) => void
  openAll: () => void
  closeAll: () => void
}

/** The page's own group is open without being kept, until the member opens or closes it. */
export function reduceGroups(state: GroupState, action: GroupAction): GroupState {
  if (action.type === 'restored') return { open: union(state.open, action.kept), kept: action.kept }
  const change = action.type === 'opened' ? union : without
  return { open: change(state.open, action.groups), kept: change(state.kept, action.groups) }
}

export interface GroupState {
  open: readonly string[]
  /** What the member opened themselves. */
  kept: readonly string[]
}

export type GroupAction =
  { type: 'restored'; kept: readonly string[] } | { type: 'opened' | 'closed'; groups: readonly string[] }

function union(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])]
}

function without(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((one) => !others.includes(one))
}

function readKept(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(OPEN_GROUPS_KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}

function save(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage is switched off: groups open for this page alone.
  }
}
