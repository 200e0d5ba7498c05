import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folders, graph, nouns, root, roots, rules } from './support/architecture-rules.ts'
import { circlesOf, neighboursOf } from './support/import-graph.ts'
import { exportedNames, nodesOf, reportedTexts } from './support/syntax.ts'

describe('imports never point upwards', () => {
  test.each(rules)('$from imports only what stands below it', ({ from, own, packages }) => {
    const wrong = [...graph]
      .filter(([file]) => file.startsWith(from))
      .flatMap(([file, imports]) =>
        imports.filter((path) => !isAllowed(path, own, packages)).map((path) => `${file} → ${path}`),
      )
    expect(wrong).toEqual([])
  })

  test('every rule guards at least one file', () => {
    const files = [...graph.keys()]
    const idle = rules.filter(({ from }) => !files.some((file) => file.startsWith(from)))
    expect(idle.map(({ from }) => from)).toEqual([])
  })
})

test('no import cycles within a folder', () => {
  const circles = [...neighboursOf(graph).values()].flatMap(circlesOf)
  expect(circles).toEqual([])
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

describe('rules take time, chance and settings as arguments', () => {
  const ruleFiles = [...nouns, 'gate', 'outbox'].flatMap((folder) => filesOf(`src/server/${folder}`))

  const ambient = ['Date.now()', 'new Date()', 'Math.random()', 'process.env', 'import.meta.env']

  test.each(ruleFiles)('%s', (file) => {
    const texts = nodesOf(join(root, file)).map((node) => node.getText())
    expect(texts.filter((text) => ambient.includes(text))).toEqual([])
  })
})

test.each(['src/actions', 'src/islands', 'src/pages', 'src/server'])(
  'a text that is not in the catalogue: %s reports nothing in words of its own',
  (folder) => {
    const texts = scriptsOf(folder).flatMap((file) => nodesOf(join(root, file)).flatMap(reportedTexts))
    expect(texts).toEqual([])
  },
)

test('an exported name is declared in one file', () => {
  const places = folders.flatMap(scriptsOf).flatMap((file) =>
    nodesOf(join(root, file))
      .flatMap(exportedNames)
      .map((name) => ({ name, file })),
  )
  const shared = [...Map.groupBy(places, ({ name }) => name)]
    .filter(([name]) => !FRAMEWORK_NAMES.includes(name))
    .map(([name, here]) => [name, ...new Set(here.map(({ file }) => file))])
    .filter(([, , other]) => other)
  expect(shared).toEqual([])
})

/** What Astro and Netlify look for in a file. */
const FRAMEWORK_NAMES = ['GET', 'config', 'getStaticPaths', 'prerender']

/** The files of src that import one that is such. */
function importersOf(isSuch: (path: string) => boolean): string[] {
  return [...graph]
    .filter(([file, imports]) => file.startsWith('src/') && imports.some(isSuch))
    .map(([file]) => file)
}

function isAllowed(path: string, own: readonly string[], packages: readonly RegExp[]): boolean {
  const isOwn = /^(?:src|netlify|db|integrations|scripts|tools|tests)\//.test(path)
  return isOwn
    ? own.some((prefix) => path.startsWith(prefix))
    : packages.some((pattern) => pattern.test(path))
}

function scriptsOf(folder: string): string[] {
  return filesOf(folder).filter((file) => /\.tsx?$/.test(file))
}

function filesOf(folder: string): string[] {
  return [...graph.keys()].filter((file) => file.startsWith(`${folder}/`))
}
