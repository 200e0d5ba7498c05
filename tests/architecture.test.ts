import { describe, expect, test } from 'vitest'
import { graph, roots, rules } from './support/architecture-rules.ts'
import { circlesOf } from './support/import-graph.ts'

describe('imports never point upwards', () => {
  test.each(rules)('$from imports only what stands below it', ({ from, own }) => {
    const wrong = [...graph]
      .filter(([file]) => file.startsWith(from))
      .flatMap(([file, imports]) =>
        imports.filter((path) => !isAllowed(path, own)).map((path) => `${file} → ${path}`),
      )
    expect(wrong).toEqual([])
  })

  test('every rule guards at least one file', () => {
    const files = [...graph.keys()]
    const idle = rules.filter(({ from }) => !files.some((file) => file.startsWith(from)))
    expect(idle.map(({ from }) => from)).toEqual([])
  })
})

test('no file imports itself by way of others', () => {
  expect(circlesOf(graph)).toEqual([])
})

describe('only composition roots construct adapters', () => {
  test('other files import ports only', () => {
    const isVendor = (path: string) => path.startsWith('src/server/vendors/')
    const importers = importersOf((path) => isVendor(path) && path !== 'src/server/vendors/ports.ts')
    expect(importers.filter((file) => !isVendor(file)).sort()).toEqual(
      [...roots, 'src/server/edge.ts'].sort(),
    )
  })

  test('nothing in src imports what builds, checks or runs it', () => {
    expect(importersOf((path) => /^(?:integrations|scripts|db|netlify|tools)\//.test(path))).toEqual([])
  })
})

/** The files of src that import one that is such. */
function importersOf(isSuch: (path: string) => boolean): string[] {
  return [...graph]
    .filter(([file, imports]) => file.startsWith('src/') && imports.some(isSuch))
    .map(([file]) => file)
}

function isAllowed(path: string, own: readonly string[]): boolean {
  const isOwn = /^(?:src|netlify|db|integrations|scripts|tools|tests)\//.test(path)
  return !isOwn || own.some((prefix) => path.startsWith(prefix))
}
