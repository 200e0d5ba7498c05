import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBuild } from '../../tools/build-stamp.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { startTestStack } from '../support/test-stack.ts'

test('a portal with a finished build changes nothing in the folder of its code', async () => {
  const changes = () =>
    globSync('{.astro/**,.netlify/**,dist/**}', { cwd: BUILT_PROJECT }).map((path) => {
      const { mtimeMs } = statSync(join(BUILT_PROJECT, path))
      return `${path} ${mtimeMs}`
    })
  const before = changes()
  const stack = await startTestStack()
  await stack.close()
  expect(before.length).toBeGreaterThan(100)
  expect(changes()).toEqual(before)
})

test('a build tells npm start that it is current', () => {
  expect(findBuild(BUILT_PROJECT)).toBe('current')
})
