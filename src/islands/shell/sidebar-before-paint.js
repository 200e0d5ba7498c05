// Stands in the page's head as it is. A value that is not on the list is the default: expanded.
if (/(?:^|; )__Host-sidebar=collapsed(?:;|$)/.test(document.cookie)) {
  document.documentElement.dataset.sidebar = 'collapsed'
}
