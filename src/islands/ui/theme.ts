import { writeStored } from '../stored.ts'

/** `theme-before-paint.ts` reads it before the first paint, and whenever it changes. */
export const THEME_KEY = 'theme'

/** `also` finds them in the search. */
export const themes = [
  { name: 'system', label: 'System', also: 'appearance, automatic' },
  { name: 'day', label: 'Light', also: 'appearance, day' },
  { name: 'evening', label: 'Dark', also: 'appearance, evening, night' },
] as const

export type Theme = (typeof themes)[number]['name']

/** Changes the theme in every tab. */
export function chooseTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme === 'system' ? null : theme)
  // The browser dispatches this event to other tabs only.
  dispatchEvent(new Event('storage'))
}

/** Presses the button of the theme that shows, in the member's menu, now and whenever it changes. */
export function followTheme(): void {
  showTheme()
  addEventListener('storage', showTheme)
}

function showTheme(): void {
  const shown = document.documentElement.dataset.theme ?? 'system'
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=theme]'))
    button.ariaPressed = String(button.value === shown)
}
