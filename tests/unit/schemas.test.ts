import { expect, test } from 'vitest'
import { driftedSchemas } from '../../scripts/schemas.ts'

test('the editor’s schemas are the ones the build checks by (npm run schemas writes them)', async () => {
  expect(await driftedSchemas()).toEqual([])
})
