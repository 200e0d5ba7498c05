// An inline script in the head: the sidebar is as the member left it at the first paint.
const prefix = location.protocol === 'https:' ? '__Host-' : ''
if (document.cookie.split('; ').includes(`${prefix}sidebar=collapsed`))
  document.documentElement.dataset.sidebar = 'collapsed'
