import { readStored } from './storage.ts'
import { THEME_KEY } from './theme.ts'

/* An inline script in the head, behind the theme-color elements. */

show()
addEventListener('storage', show)
// A page from the back/forward cache missed changes of other tabs.
addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event('storage')))

function show(): void {
  const theme = String(readStored(THEME_KEY))
  const isChosen = theme === 'light' || theme === 'dark'
  if (isChosen) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { of = '' } = colour.dataset
    let media = `(prefers-color-scheme: ${of})`
    if (isChosen) media = of === theme ? 'all' : 'not all'
    // Setting it again would delay the first paint.
    if (colour.media !== media) colour.media = media
  }
  // In the member's menu, once that is parsed.
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=theme]'))
    button.ariaPressed = String(button.value === (isChosen ? theme : 'system'))
}
