import { defineConfig } from 'playwright/test'
import e2e from '../../playwright.config.ts'
import { ENGINES, findEngine } from '../support/find-browser.ts'
import type { InEngine } from './engine-test.ts'

/** The smoke test in the engines that this machine has: `npm run test:engines`. */
export default defineConfig<object, InEngine>({
  ...e2e,
  testDir: '.',
  globalSetup: './start-portal.ts',
  outputDir: '../../test-results/engines',
  fullyParallel: false,
  workers: ENGINES.length,
  timeout: 60_000,
  projects: ENGINES.filter(findEngine).map((engine) => ({ name: engine, use: { engine } })),
  use: {},
})
