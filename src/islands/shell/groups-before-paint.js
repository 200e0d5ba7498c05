// An inline script behind the navigation: groups that were opened on this visit are open at the first paint.
{
  const navigation = document.querySelector('#navigation nav')
  const groups = [...navigation.querySelectorAll('details')]
  try {
    const opened = JSON.parse(sessionStorage.getItem('open-groups') ?? '[]')
    for (const group of groups) group.open ||= opened.includes(group.dataset.group)
  } catch {
    // Storage is disabled: the current page's group alone is open.
  }
  const keep = () => {
    const open = groups.filter((group) => group.open).map(({ dataset }) => dataset.group)
    try {
      sessionStorage.setItem('open-groups', JSON.stringify(open))
    } catch {
      // Storage is disabled or full: the next page doesn't know of them.
    }
  }
  const isExpanded = document.documentElement.dataset.sidebar !== 'collapsed'
  document.querySelector('[aria-controls=navigation]').ariaExpanded = isExpanded
  navigation.addEventListener('click', ({ target }) => {
    // A group toggles after the click event.
    if (!target.closest('a')) setTimeout(keep)
  })
}
