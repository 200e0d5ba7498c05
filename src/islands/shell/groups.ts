/** The navigation's groups: what a member opens stays open for the visit, and so does the place it is scrolled to. */
const OPEN_GROUPS_KEY = 'open-groups'
const SCROLL_KEY = 'navigation-scroll'

/** Hears the groups' own marks and the toggle for all of them. `groups-before-paint.js` reads what is kept here. */
export function keepGroups(navigation: HTMLElement): void {
  const groups = [...navigation.querySelectorAll('details')]
  const opened = new Set(readOpened())

  for (const group of groups) {
    // A click comes before the group turns.
    group.querySelector('summary')?.addEventListener('click', () => remember(group, !group.open))
  }
  navigation.querySelector('[data-toggle-groups]')?.addEventListener('click', () => {
    const open = groups.some((group) => !group.open)
    for (const group of groups) {
      group.open = open
      remember(group, open)
    }
  })
  addEventListener('pagehide', () => save(SCROLL_KEY, String(navigation.scrollTop)))
  // From here on groups unfold before the member's eyes; what was open at first stood open at once.
  navigation.dataset.live = ''

  function remember(group: HTMLDetailsElement, open: boolean) {
    const name = group.dataset.group ?? ''
    if (open) opened.add(name)
    else opened.delete(name)
    save(OPEN_GROUPS_KEY, JSON.stringify([...opened]))
  }
}

function readOpened(): string[] {
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
