// Stands in the page's head as it is. A value that is not on the list is the default: expanded.
{
  const { dataset } = document.documentElement
  if (/(?:^|; )__Host-sidebar=collapsed(?:;|$)/.test(document.cookie)) dataset.sidebar = 'collapsed'

  // A press is seen at once. The island that it wakes is given it too, and keeps it (useCollapsed.ts).
  const showPress = ({ target, isTrusted }) => {
    if (isTrusted && target.closest('astro-island[ssr] [aria-controls=navigation]:not([popovertarget])')) {
      dataset.sidebar = dataset.sidebar === 'collapsed' ? 'expanded' : 'collapsed'
    }
  }
  addEventListener('click', showPress, true)
}
