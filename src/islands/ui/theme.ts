import { useSyncExternalStore } from 'react'

/** The storage key. `theme-before-paint.js` reads it before the first paint, and whenever it changes. */
const KEY = 'theme'

/** Day is light, evening is dark; `also` finds them in the search. */
export const themes = [
  { name: 'system', label: 'System', also: 'appearance, automatic' },
  { name: 'day', label: 'Day', also: 'appearance, light' },
  { name: 'evening', label: 'Evening', also: 'appearance, dark, night' },
] as const

export type Theme = (typeof themes)[number]['name']

/** Changes the theme in every tab. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme)
  // The browser dispatches this event to other tabs only.
  dispatchEvent(new Event('storage'))
}

export function useTheme(): Theme {
  const shown = () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system'
  return useSyncExternalStore(onChange, shown, () => 'system')
}

function onChange(changed: () => void): () => void {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}
