import astro from 'eslint-plugin-astro'
import { defineConfig } from 'eslint/config'
import { floor } from './tests/support/floor.js'

/** Astro's own files, which oxlint reads the scripts of alone. */
export default defineConfig(
  { ignores: ['dist/', '.netlify/', '.astro/', '.lanai/', 'node_modules/', 'test-results/'] },
  // These name their own files: .astro itself and the scripts found inside.
  astro.configs['flat/recommended'],
  astro.configs['flat/jsx-a11y-strict'],
  floor,
)
