// Stands right behind the navigation as it is: groups the member opened are open before anybody sees them closed, and what
// is pressed before the island is awake is kept as well.
{
  const OPEN_GROUPS = 'open-groups'
  const navigation = document.querySelector('#navigation nav')
  try {
    const opened = new Set(JSON.parse(sessionStorage.getItem(OPEN_GROUPS) ?? '[]'))
    for (const group of navigation.querySelectorAll('details')) {
      if (opened.has(group.dataset.group)) group.open = true
    }
    // Only where there is something to restore: it makes the browser lay out the half of the page that it has.
    const scroll = Number(sessionStorage.getItem('navigation-scroll'))
    if (scroll) navigation.scrollTop = scroll
    navigation.addEventListener(
      'click',
      ({ target }) => {
        const group = target.closest('summary')?.parentElement
        if (!group) return
        // A click comes before the group turns.
        const kept = new Set(JSON.parse(sessionStorage.getItem(OPEN_GROUPS) ?? '[]'))
        kept[group.open ? 'delete' : 'add'](group.dataset.group)
        sessionStorage.setItem(OPEN_GROUPS, JSON.stringify([...kept]))
      },
      true,
    )
  } catch {
    // Storage is switched off, or somebody edited it: the groups stand as the page was built.
  }
  document
    .querySelector('[aria-controls=navigation]')
    ?.setAttribute('aria-expanded', String(document.documentElement.dataset.sidebar !== 'collapsed'))
}
