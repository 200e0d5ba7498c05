import { defineConfig } from 'playwright/test'
import e2e from '../../playwright.config.ts'

/** Pictures of every screen: `npm run screenshots`, in test-results/screenshots. */
export default defineConfig(e2e, {
  testDir: '.',
  globalSetup: '../e2e/start-portal.ts',
  timeout: 120_000,
  // Playwright empties it before a run.
  outputDir: '../../test-results',
  use: { trace: 'off' },
})
