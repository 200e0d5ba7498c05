// Stands in the page's head, so that the sidebar is as the member left it from the first paint on.
if (/(?:^|; )__Host-sidebar=collapsed(?:;|$)/.test(document.cookie))
  document.documentElement.dataset.sidebar = 'collapsed'
