import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Programs that tests start, each a Node of its own, read what the first of them has compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

const MAIL_WORDS = join(import.meta.dirname, 'tests/support/programme-words.json')

/** `unit` needs no build; `gate` runs against a build of the tests’ programme, which it makes when it is stale; `architecture` reads the sources. Browser journeys are Playwright's: tests/e2e. */
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
          // Files share what they import: no test replaces a module that another file's tests need. What a test changes it puts back.
          isolate: false,
          include: ['tests/{unit,contract,faults}/**/*.test.ts'],
          // Mails of a delivery are those of the tests' programme.
          alias: [{ find: /^.*\/\.astro\/programme\.json$/, replacement: MAIL_WORDS }],
          // These end what hangs, so a busy machine may take its time.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ['tests/support/test-postgres.ts'],
        },
      },
      {
        test: {
          name: 'gate',
          include: ['tests/gate/**/*.test.ts'],
          // On a busy machine the database may take longer than the gate waits: then its answer is 503.
          retry: { count: 2, condition: /\b503\b/ },
          testTimeout: 120_000,
          hookTimeout: 300_000,
          globalSetup: ['tests/support/built-project.ts', 'tests/support/test-postgres.ts'],
        },
      },
      {
        test: {
          // The same build's functions, as Netlify's bundler packs them.
          name: 'netlify',
          include: ['tests/netlify/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          globalSetup: ['tests/support/built-project.ts', 'tests/support/test-postgres.ts'],
        },
      },
    ],
  },
})
