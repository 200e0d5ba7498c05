// An inline script in the head: the theme and the sidebar are as the member left them at the first paint.
const { dataset } = document.documentElement
let theme
try {
  theme = JSON.parse(localStorage.getItem('theme'))
} catch {
  // Storage is blocked, or holds something else.
}
if (theme === 'light' || theme === 'dark') {
  dataset.theme = theme
  for (const colour of document.querySelectorAll('meta[name=theme-color]'))
    colour.media = colour.dataset.of === theme ? 'all' : 'not all'
}
if (/(?:^|; )(?:__Host-)?sidebar=collapsed/.test(document.cookie)) dataset.sidebar = 'collapsed'
