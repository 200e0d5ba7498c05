import { fontProviders } from 'astro/config'

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212'
// Kahakō vowels and others. Browsers load this file only if a page needs it.
const EXTENDED = 'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+1E00-1E9F, U+1EF2-1EFF'

export const fonts = [
  variableFont('public-sans', '--font-public-sans', 'sans-serif'),
  variableFont('piazzolla', '--font-piazzolla', 'serif'),
]

function variableFont(name: string, cssVariable: `--${string}`, generic: string) {
  const file = (part: string): [string] => [
    `@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`,
  ]
  return {
    provider: fontProviders.local(),
    name,
    cssVariable,
    fallbacks: [generic],
    options: {
      variants: [
        // Both must have the same weights.
        { src: file('latin'), weight: '100 900', style: 'normal', unicodeRange: [LATIN] as [string] },
        { src: file('latin-ext'), weight: '100 900', style: 'normal', unicodeRange: [EXTENDED] as [string] },
      ],
    },
  }
}
