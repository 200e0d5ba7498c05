import css from '@eslint/css'
import parser from '@typescript-eslint/parser'
import astro from 'eslint-plugin-astro'
import baseline from 'eslint-plugin-baseline-js'
import { defineConfig } from 'eslint/config'
import { tailwind4 } from 'tailwind-csstree'

/** Every browser of the floor (docs/product.md, Browsers) has what was Baseline at the end of this year. */
const available = 2023

export default defineConfig(
  { ignores: ['dist/', '.netlify/', '.astro/', '.lanai/', 'node_modules/', 'test-results/'] },
  // Astro's own files, of which oxlint reads the scripts alone. These name their files: .astro and the scripts found inside.
  astro.configs['flat/recommended'],
  astro.configs['flat/jsx-a11y-strict'],
  {
    files: ['src/styles/**/*.css'],
    plugins: { css },
    language: 'css/css',
    languageOptions: { customSyntax: tailwind4, tolerant: true },
    rules: {
      'css/use-baseline': [
        'error',
        {
          available,
          allowAtRules: ['property'],
          allowProperties: [
            // Without it, menus stand in the middle of the screen.
            ...['position-area', 'position-try-fallbacks'],
            // Without it, islands/shell/Sidebar.tsx scrolls.
            'scroll-initial-target',
            // Without it, pages look plainer.
            ...['accent-color', 'forced-color-adjust', 'text-wrap'],
          ],
          // The floor's browsers have the first two, by web-features.
          allowSelectors: ['fullscreen', 'popover-open', 'selection'],
        },
      ],
    },
  },
  {
    files: ['src/{edit,embeds,islands,lib,shared,ui}/**/*.{js,ts,tsx}'],
    languageOptions: { parser, parserOptions: { project: 'tsconfig.browser.json' } },
    plugins: { baseline },
    rules: {
      'baseline/use-baseline': [
        'error',
        {
          available,
          ignoreFeatures: [
            // The floor's browsers have them, by web-features.
            ...['array-group', 'async-clipboard', 'intl-segmenter', 'popover'],
            // Asked first.
            ...['fullscreen', 'share'],
          ],
          includeWebApis: { preset: 'type-aware' },
          includeJsBuiltins: { preset: 'type-aware' },
        },
      ],
    },
  },
)
