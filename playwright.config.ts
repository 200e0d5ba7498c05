import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { browserOptions } from './tests/support/find-browser.ts'

// Workers begin again after a failure, and each reads what another has compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** Journeys through the built portal in a real browser, against the one-machine host. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/start-portal.ts',
  fullyParallel: true,
  // Beside two, two processors are idle for 45 % of the time: journeys wait for what is to be seen.
  workers: 3,
  // Journeys wait for states. These end what hangs, so a busy machine may take its time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    launchOptions: browserOptions(),
    locale: 'en-US',
    // Without a graphics card, motion costs a page half of its processor time. shell.spec.ts has it.
    contextOptions: { reducedMotion: 'reduce' },
    // A request that it makes is none that a journey sees; offline.spec.ts has the worker, and what must hold with it.
    serviceWorkers: 'block',
  },
})
