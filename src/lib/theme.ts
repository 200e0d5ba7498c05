import { persistentAtom } from '@nanostores/persistent'

/** `also` finds them in the search. */
export const themes = [
  { name: 'system', label: 'System', also: 'appearance, automatic' },
  { name: 'light', label: 'Light', also: 'appearance, day' },
  { name: 'dark', label: 'Dark', also: 'appearance, evening, night' },
] as const

export type Theme = (typeof themes)[number]['name']

/** The theme that the member chose, in every tab of this browser. */
export const $theme = persistentAtom<Theme>('theme', 'system', {
  encode: (theme) => (theme === 'system' ? undefined : JSON.stringify(theme)),
  decode: (stored) => themes.find(({ name }) => JSON.stringify(name) === stored)?.name ?? 'system',
})

/** layouts/before-paint.js has already shown the stored one. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { of = '' } = colour.dataset
    const chosen = of === theme ? 'all' : 'not all'
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : chosen
  }
}
