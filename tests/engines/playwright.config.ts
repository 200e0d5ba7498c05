import { defineConfig } from 'playwright/test'
import e2e from '../../playwright.config.ts'
import { ENGINES, findEngine } from '../support/find-browser.ts'

/** A smoke test in the engines that this machine has, each with one window: `npm run test:engines`. */
export default defineConfig({
  ...e2e,
  testDir: '.',
  globalSetup: '../e2e/start-portal.ts',
  metadata: { isHttps: true },
  outputDir: '../../test-results/engines',
  fullyParallel: false,
  workers: ENGINES.length,
  use: {},
  projects: ENGINES.filter(findEngine).map((name) => ({ name })),
})
