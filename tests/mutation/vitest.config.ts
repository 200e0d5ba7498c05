import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import { defineConfig } from 'vitest/config'

const { MUTATION_TESTS = '[]', MUTATION_POSTGRES = '{}' } = process.env

/** The tests of one group on the database server of tests/mutation/run.ts. */
export default defineConfig({
  test: {
    include: JSON.parse(MUTATION_TESTS) as string[],
    provide: { postgres: JSON.parse(MUTATION_POSTGRES) as ProvidedContext['postgres'] },
    alias: [
      {
        find: /^.*\/\.astro\/programme\.json$/,
        replacement: join(import.meta.dirname, '../support/programme-words.json'),
      },
    ],
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
})
