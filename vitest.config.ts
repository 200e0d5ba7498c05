import { defineConfig } from 'vitest/config'

/** `unit` needs no build; `gate` runs against the built site; `architecture` reads the sources. Browser journeys are Playwright's: tests/e2e. */
export default defineConfig({
  test: {
    // What the product logs is of interest where a test failed.
    silent: 'passed-only',
    // Most files wait for a database more than they compute: two at a time, also where there are two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture.test.ts'] } },
      {
        test: {
          name: 'unit',
          include: ['tests/{unit,contract,component,faults,model}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/support/test-postgres.ts'],
        },
      },
      {
        test: {
          // One file alone starts Netlify's emulation, tests/gate/gate.test.ts: two of them are too much for two cores.
          name: 'gate',
          include: ['tests/gate/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
          globalSetup: ['tests/support/test-postgres.ts'],
        },
      },
    ],
  },
})
