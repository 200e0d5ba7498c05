import { writeStored } from './storage.ts'

/** `theme-before-paint.ts` reads it before the first paint, and whenever it changes. */
export const THEME_KEY = 'theme'

/** `also` finds them in the search. */
export const themes = [
  { name: 'system', label: 'System', also: 'appearance, automatic' },
  { name: 'light', label: 'Light', also: 'appearance, day' },
  { name: 'dark', label: 'Dark', also: 'appearance, evening, night' },
] as const

export type Theme = (typeof themes)[number]['name']

/** Changes the theme in every tab. */
export function chooseTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme === 'system' ? null : theme)
  showTheme()
}

/** Has `theme-before-paint.ts` show the theme. The browser dispatches this event to other tabs only. */
export function showTheme(): void {
  dispatchEvent(new Event('storage'))
}
