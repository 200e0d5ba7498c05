// Stands right behind the navigation, so that what was opened on this visit is open at the first paint.
{
  const navigation = document.querySelector('#navigation nav')
  const groups = [...navigation.querySelectorAll('details')]
  const opened = JSON.parse(sessionStorage.getItem('open-groups') ?? '[]')
  for (const group of groups) group.open ||= opened.includes(group.dataset.group)
  navigation.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  const keep = () => {
    const open = groups.filter((group) => group.open).map(({ dataset }) => dataset.group)
    sessionStorage.setItem('open-groups', JSON.stringify(open))
  }
  const isExpanded = document.documentElement.dataset.sidebar !== 'collapsed'
  document.querySelector('[aria-controls=navigation]').ariaExpanded = isExpanded
  navigation.addEventListener('click', ({ target }) => {
    // A group opens after the click on it.
    if (!target.closest('a')) setTimeout(keep)
  })
}
