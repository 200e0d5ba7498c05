// An inline script behind the navigation: groups that were opened on this visit are open at the first paint.
{
  const navigation = document.querySelector('#navigation nav')
  const groups = [...navigation.querySelectorAll('details')]
  const opened = JSON.parse(sessionStorage.getItem('open-groups') ?? '[]')
  for (const group of groups) group.open ||= opened.includes(group.dataset.group)
  const keep = () => {
    const open = groups.filter((group) => group.open).map(({ dataset }) => dataset.group)
    sessionStorage.setItem('open-groups', JSON.stringify(open))
  }
  const isExpanded = document.documentElement.dataset.sidebar !== 'collapsed'
  document.querySelector('[aria-controls=navigation]').ariaExpanded = isExpanded
  navigation.addEventListener('click', ({ target }) => {
    // A group toggles after the click event.
    if (!target.closest('a')) setTimeout(keep)
  })
}
