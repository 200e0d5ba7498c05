import { useSyncExternalStore } from 'react'

/** Kept in this browser; `theme-before-paint.js` reads it before each page is seen, and whenever it changes. */
const KEY = 'theme'

/** The porch by day or in the evening; by default as the system has it. */
export const themes = [
  { name: 'system', label: 'System' },
  { name: 'day', label: 'Day' },
  { name: 'evening', label: 'Evening' },
] as const

export type Theme = (typeof themes)[number]['name']

/** Takes effect at once, in every tab. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme)
  // Browsers tell the other tabs only.
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
