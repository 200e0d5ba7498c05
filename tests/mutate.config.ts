import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from '../vitest.config.ts'

const projects = config.test?.projects as TestProjectInlineConfiguration[]
const unit = projects.find(({ test }) => test?.name === 'unit')

/** Of the unit tests those that Stryker asks about the gate and signing in. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    ...unit?.test,
    include: [
      'tests/unit/{canonical-path,gate,gate-*,health,limits,request-id,status,tokens,viewer}.test.ts',
      'tests/contract/{sessions,sign-in}.test.ts',
    ],
  },
})
