// Stands right behind the navigation as it is: groups the member opened are open before anybody sees them closed, and what
// is pressed before the island is awake is kept as well. On small screens nobody sees them before they open the sheet.
{
  const OPEN_GROUPS = 'open-groups'
  const navigation = document.querySelector('#navigation nav')
  const read = () => new Set(JSON.parse(sessionStorage.getItem(OPEN_GROUPS) ?? '[]'))
  const restore = () => {
    const opened = read()
    for (const group of navigation.querySelectorAll('details')) {
      if (opened.has(group.dataset.group)) group.open = true
    }
    // Only where there is something to restore: it makes the browser lay out the half of the page that it has.
    const scroll = Number(sessionStorage.getItem('navigation-scroll'))
    if (scroll) navigation.scrollTop = scroll
  }
  const keep = ({ target }) => {
    const group = target.closest('summary')?.parentElement
    if (!group) return
    // A click comes before the group turns.
    const kept = read()
    kept[group.open ? 'delete' : 'add'](group.dataset.group)
    sessionStorage.setItem(OPEN_GROUPS, JSON.stringify([...kept]))
  }
  const begin = () => {
    try {
      restore()
      navigation.addEventListener('click', keep, true)
    } catch {
      // Storage is switched off, or somebody edited it: the groups stand as the page was built.
    }
    document
      .querySelector('[aria-controls=navigation]')
      ?.setAttribute('aria-expanded', String(document.documentElement.dataset.sidebar !== 'collapsed'))
  }
  if (matchMedia('(width >= 64rem)').matches) begin()
  else requestAnimationFrame(() => setTimeout(begin))
}
