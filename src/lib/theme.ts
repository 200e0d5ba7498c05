import { persistentAtom } from '@nanostores/persistent'

export const themes = [
  { name: 'system', label: 'System', also: 'appearance, automatic' },
  { name: 'light', label: 'Light', also: 'appearance, day' },
  { name: 'dark', label: 'Dark', also: 'appearance, evening, night' },
] as const

export type Theme = (typeof themes)[number]['name']

export const $theme = persistentAtom<Theme>('theme', 'system', {
  encode: (theme) => (theme === 'system' ? undefined : JSON.stringify(theme)),
  decode: (stored) => themes.find(({ name }) => JSON.stringify(name) === stored)?.name ?? 'system',
})

/** layouts/before-paint.js has applied the stored theme already. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { of: metaTheme = '' } = meta.dataset
    const media = metaTheme === theme ? 'all' : 'not all'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${metaTheme})` : media
  }
}
