// Stands in the page's head as it is. A value that is not on the list is the default: expanded. On small screens, where it is
// not beside the page, nobody waits for the cookie.
{
  const { dataset } = document.documentElement
  const show = () => {
    if (/(?:^|; )__Host-sidebar=collapsed(?:;|$)/.test(document.cookie)) dataset.sidebar = 'collapsed'
  }
  if (matchMedia('(width >= 64rem)').matches) show()
  else addEventListener('load', show)

  // A press is seen at once. The island that it wakes is given it too, and keeps it (useCollapsed.ts).
  const showPress = ({ target, isTrusted }) => {
    if (isTrusted && target.closest('astro-island[ssr] [aria-controls=navigation]:not([popovertarget])')) {
      dataset.sidebar = dataset.sidebar === 'collapsed' ? 'expanded' : 'collapsed'
    }
  }
  addEventListener('click', showPress, true)
}
