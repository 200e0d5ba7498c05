import css from '@eslint/css'
import astro from 'eslint-plugin-astro'
import baseline from 'eslint-plugin-baseline-js'
import a11y from 'eslint-plugin-jsx-a11y-x'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import { tailwind4 } from 'tailwind-csstree'
import ts from 'typescript-eslint'

/** Every browser of the floor (docs/product.md, Browsers) has what was Baseline at the end of this year. */
const available = 2023

/** Rules take the clock, chance and settings as arguments. */
const AMBIENT = [
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'MemberExpression[object.name="process"][property.name="env"]',
  'MemberExpression[object.type="MetaProperty"][property.name="env"]',
]
const passIt = (selector) => ({ selector, message: 'Take it as an argument.' })

/** Errors and notices in words of a file's own. */
const REPORTED = [
  'CallExpression[callee.name=/^(?:showToast|flash)$/] > .arguments:nth-child(2)',
  'CallExpression[callee.name=/^set(?:Error|Problem)$/] > .arguments',
  'NewExpression[callee.name="ActionError"] Property[key.name="message"] > .value',
  'JSXOpeningElement[name.name="Alert"] > JSXAttribute[name.name="text"] .value',
].flatMap((place) => [`${place}[type="TemplateLiteral"]`, `${place}[value=/\\w/]`])
const putIt = (selector) => ({ selector, message: 'Put it into shared/errors.ts or shared/notices.ts.' })

export default defineConfig(
  { ignores: ['dist/', '.netlify/', '.astro/', '.lanai/', 'node_modules/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.astro/*.ts'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: 'tsconfig.json' } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `_` marks what a destructuring leaves out.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_' }],
      // An empty string has a fallback as well.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // Of the rules that ask for types, the ones without which a test could pass before it has looked.
    files: ['tests/**/*.ts'],
    rules: {
      ...ts.configs.disableTypeChecked.rules,
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': ['error'],
    },
  },
  { files: ['**/*.astro', '**/*.astro/*.ts'], extends: [ts.configs.strict, ts.configs.stylistic] },
  {
    files: ['**/*.tsx'],
    extends: [a11y.configs.strict],
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [hooks.configs.flat.recommended],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      // The build has no storage and no address, so what they say is set after hydration.
      'react-hooks/set-state-in-effect': 'off',
    },
  },
  {
    files: ['src/**/*.{astro,ts,tsx}'],
    ignores: ['src/lib/storage.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'localStorage', message: 'It may be switched off: use lib/storage.ts.' },
        { name: 'sessionStorage', message: 'It may be switched off: use lib/storage.ts.' },
      ],
    },
  },
  {
    files: ['{src,netlify,db,scripts,tools,integrations}/**/*.{ts,tsx}'],
    rules: { 'max-lines-per-function': ['error', 60] },
  },
  {
    files: ['src/server/*/*.ts'],
    ignores: ['src/server/vendors/*'],
    rules: { 'no-restricted-syntax': ['error', ...AMBIENT.map(passIt)] },
  },
  {
    files: ['src/{actions,islands,pages,server}/**/*.{ts,tsx}'],
    ignores: ['src/server/*/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...REPORTED.map(putIt)] },
  },
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
