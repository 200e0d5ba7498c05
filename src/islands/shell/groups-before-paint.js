// Stands right behind the navigation as it is: groups the member opened are open before anybody sees them closed.
{
  const navigation = document.querySelector('#navigation nav')
  try {
    const opened = JSON.parse(sessionStorage.getItem('open-groups') ?? '[]')
    for (const group of navigation?.querySelectorAll('details') ?? []) {
      if (opened.includes(group.dataset.group)) group.open = true
    }
    if (navigation) navigation.scrollTop = Number(sessionStorage.getItem('navigation-scroll'))
  } catch {
    // Storage is switched off, or somebody edited it: the groups stand as the page was built.
  }
  document
    .querySelector('[data-toggle-sidebar]')
    ?.setAttribute('aria-expanded', String(document.documentElement.dataset.sidebar !== 'collapsed'))
}
