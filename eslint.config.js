import astro from 'eslint-plugin-astro'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', '.netlify/', '.astro/', '.lanai/', 'node_modules/', 'test-results/'] },

  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Numbers in messages are plain; anything else must be made text on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An arrow that passes on a promise of nothing reads better in one line.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // An empty text means "none given" as often as null does.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },

  { files: ['**/*.tsx'], extends: [jsxA11y.configs.strict] },

  // These name their own files: .astro itself and the scripts found inside.
  astro.configs['flat/recommended'],
  astro.configs['flat/jsx-a11y-strict'],
)
