import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folders, graph, nouns, packs, root, roots, rules } from './support/architecture-rules.ts'
import { circlesOf, neighboursOf, reachableFrom } from './support/import-graph.ts'

describe('arrows never turn back', () => {
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

test('neighbours in a folder import one another in no circle, with all that is below them', () => {
  const circles = [...neighboursOf(graph).values()].flatMap(circlesOf)
  expect(circles).toEqual([])
})

describe('only the composition roots construct things', () => {
  test('of vendors everything else knows the ports alone', () => {
    const isVendor = (path: string) => path.startsWith('src/server/vendors/')
    const importers = [...graph]
      .filter(([file]) => file.startsWith('src/') && !isVendor(file))
      .filter(([, imports]) =>
        imports.some((path) => isVendor(path) && path !== 'src/server/vendors/ports.ts'),
      )
      .map(([file]) => file)
    expect(importers.sort()).toEqual([...roots, 'src/server/edge.ts'].sort())
  })

  test('no password, mail or picture code is reachable from the edge function', () => {
    const reached = [...reachableFrom(graph, 'netlify/edge-function.ts')]
    expect(reached).toContain('src/server/vendors/lucia.ts')
    const heavy =
      /argon2|postmark|vendors\/blobs|sharp|react|^src\/mail\/|^src\/server\/(?:deps|delivery)\.ts/
    expect(reached.filter((path) => heavy.test(path))).toEqual([])
  })

  test('what the last check of the embeds found is read by components of pages, never by an island', () => {
    const report = 'src/components/frame-views.ts'
    const importers = [...graph].filter(([, imports]) => imports.includes(report)).map(([file]) => file)
    expect(importers).toEqual(['src/pages/[page].astro'])
  })

  test('the mails, and with them React, are read by what delivers them and by nothing that answers people', () => {
    const importers = [...graph]
      .filter(([, imports]) => imports.some((path) => path.startsWith('src/mail/')))
      .map(([file]) => file)
      .filter((file) => file.startsWith('src/') && !file.startsWith('src/mail/'))
    const delivering = /^src\/server\/(?:delivery\.ts|outbox\/)/
    expect(importers.filter((file) => !delivering.test(file))).toEqual([])
    expect(importers).toContain('src/server/delivery.ts')
  })

  test('a pack is known by its line in src/packs.ts alone', () => {
    const importers = [...graph].flatMap(([file, imports]) => {
      const own = packs.find((pack) => file.startsWith(pack))
      const foreign = packs.filter((pack) => pack !== own)
      return imports.some((path) => foreign.some((pack) => path.startsWith(pack))) ? [file] : []
    })
    expect(importers.filter((file) => file !== 'src/packs.ts')).toEqual([])
  })

  test('nothing in src imports what builds, checks or runs it', () => {
    const importers = [...graph].filter(
      ([file, imports]) =>
        file.startsWith('src/') &&
        imports.some((path) => /^(?:integrations|scripts|db|netlify|tools)\//.test(path)),
    )
    expect(importers).toEqual([])
  })
})

describe('rules take time, chance and settings as arguments', () => {
  const ruleFiles = [...nouns, 'gate', 'outbox'].flatMap((folder) => filesOf(`src/server/${folder}`))

  test.each(ruleFiles)('%s', (file) => {
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(
      /Date\.now\(|new Date\(\)|Math\.random\(|process\.env|import\.meta\.env/,
    )
  })
})

test('no source file outgrows its one job', () => {
  const long = folders
    .flatMap((folder) => filesOf(folder))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300)
  expect(long).toEqual([])
})

function isAllowed(path: string, own: readonly string[], packages: readonly RegExp[]): boolean {
  const isOwn = /^(?:src|netlify|db|integrations|scripts|tools|tests)\//.test(path)
  return isOwn
    ? own.some((prefix) => path.startsWith(prefix))
    : packages.some((pattern) => pattern.test(path))
}

function filesOf(folder: string): string[] {
  return [...graph.keys()].filter((file) => file.startsWith(`${folder}/`))
}
