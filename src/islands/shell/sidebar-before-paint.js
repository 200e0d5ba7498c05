// An inline script in the head: the sidebar is as the member left it at the first paint.
if (/(?:^|; )__Host-sidebar=collapsed(?:;|$)/.test(document.cookie))
  document.documentElement.dataset.sidebar = 'collapsed'
