import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { icons } from '#src/shared/icons.ts'

test('every icon that is named has its drawing, and no other has one: tools/icons.ts makes them', () => {
  const css = readFileSync(join(import.meta.dirname, '../../src/styles/icons.css'), 'utf8')
  const drawn = [...css.matchAll(/^\.icon-([\w-]+) \{\n {2}--icon: url\("data:image\/svg\+xml,%3Csvg/gm)]
  expect(drawn.map(([, name]) => name)).toEqual([...icons])
})
