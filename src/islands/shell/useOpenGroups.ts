import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

const OPEN_GROUPS_KEY = 'open-groups'
const SCROLL_KEY = 'navigation-scroll'

/**
 * Which groups stand open: the one that holds this page, and what the member opens, for the visit. The place that the
 * navigation is scrolled to is kept as well. `groups-before-paint.js` opens what was kept, and keeps what is pressed.
 *
 * @param all the groups' addresses.
 * @param current the address of the group that holds this page.
 */
export function useOpenGroups(
  all: readonly string[],
  current: string | null,
  navigation: RefObject<HTMLElement | null>,
): OpenGroups {
  const [open, setOpen] = useState<readonly string[]>(current ? [current] : [])

  useLayoutEffect(() => {
    const standing = navigation.current?.querySelectorAll('details[open]') ?? []
    setOpen([...standing].map((group) => (group as HTMLElement).dataset.group ?? ''))
  }, [navigation])
  useEffect(() => {
    const keep = () => save(SCROLL_KEY, String(navigation.current?.scrollTop ?? 0))
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [navigation])

  const setAll = (groups: readonly string[]) => {
    setOpen(groups)
    save(OPEN_GROUPS_KEY, JSON.stringify(groups))
  }
  return {
    open,
    areAllOpen: all.every((group) => open.includes(group)),
    toggle: (group) => setOpen(open.includes(group) ? open.filter((one) => one !== group) : [...open, group]),
    openAll: () => setAll(all),
    closeAll: () => setAll([]),
  }
}

export interface OpenGroups {
  open: readonly string[]
  areAllOpen: boolean
  toggle: (group: string) => void
  openAll: () => void
  closeAll: () => void
}

function save(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage is switched off: groups open for this page alone.
  }
}
