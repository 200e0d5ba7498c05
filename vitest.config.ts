import { defineConfig } from 'vitest/config'

/** `unit` needs no build; `gate` runs against the built site. Browser journeys are Playwright's: tests/e2e. */
export default defineConfig({
  test: {
    // What the product logs is of interest where a test failed.
    silent: 'passed-only',
    // Most files wait for a database more than they compute: two at a time, also where there are two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'tests/{unit,contract,component,faults}/**/*.test.{ts,tsx}',
            'tests/architecture.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/support/real-postgres.ts'],
        },
      },
      {
        test: {
          name: 'gate',
          include: ['tests/gate/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
