import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesOf, neighboursOf, readImportGraph, reachableFrom } from './support/import-graph.ts'

const root = join(import.meta.dirname, '..')
const folders = ['src', 'netlify', 'db', 'integrations', 'checks', 'tools']
const graph = readImportGraph(root, folders)

/** The ways into the application for whoever runs it. */
const entrances = ['src/server/app.ts', 'src/server/env.ts']

/** Where the files of a folder may import from: own folders, and packages by pattern. Nothing else. */
const rules: readonly Rule[] = [
  { from: 'src/shared/', own: ['src/shared/'], packages: [/^zod/] },
  {
    from: 'src/islands/',
    own: ['src/islands/', 'src/embeds/', 'src/shared/'],
    packages: [
      /^react/,
      /^sonner$/,
      /^lucide-react/,
      /^astro:actions$/,
      /^vaul$/,
      /^@radix-ui\//,
      /^@base-ui\/react\//,
      /^minisearch$/,
      /^@tanstack\/react-query$/,
    ],
  },
  {
    from: 'src/components/',
    own: ['src/components/', 'src/islands/', 'src/schemas/', 'src/embeds/', 'src/shared/', 'src/styles/'],
    packages: [/^astro:/, /^astro\/types$/, /^@lucide\/astro/, /^htmlparser2$/, /^minisearch$/],
  },
  {
    from: 'src/schemas/',
    own: ['src/schemas/', 'src/embeds/', 'src/shared/playlist/'],
    packages: [/^zod$/],
  },
  { from: 'src/embeds/', own: ['src/embeds/'], packages: [] },
  {
    from: 'src/content-check/',
    own: ['src/content-check/', 'src/schemas/', 'src/embeds/', 'src/shared/'],
    packages: [/^node:/, /^yaml$/, /^zod$/],
  },
  {
    from: 'src/playlist/',
    own: ['src/playlist/', 'src/content-check/', 'src/schemas/', 'src/shared/playlist/'],
    packages: [/^node:/, /^astro\/loaders$/, /^media-captions$/, /^zod$/],
  },
  { from: 'src/content.config.ts', own: ['src/playlist/', 'src/schemas/'], packages: [/^astro/] },
  { from: 'src/server/auth/', own: ['src/server/auth/', 'src/shared/'], packages: [] },
  {
    from: 'src/server/members/',
    own: ['src/server/members/', 'src/server/auth/', 'src/shared/'],
    packages: [],
  },
  {
    from: 'src/server/gate/',
    own: ['src/server/gate/', 'src/server/auth/', 'src/shared/'],
    packages: [/^node:crypto$/],
  },
  { from: 'src/server/sweep/', own: ['src/server/sweep/'], packages: [] },
  {
    from: 'src/server/outbox/',
    own: ['src/server/outbox/', 'src/server/auth/ports.ts', 'src/mail/', 'src/shared/units.ts'],
    packages: [/^p-map$/],
  },
  {
    from: 'src/server/progress/',
    own: ['src/server/progress/', 'src/server/auth/ports.ts', 'src/shared/'],
    packages: [],
  },
  { from: 'src/mail/', own: ['src/mail/'], packages: [/^react/, /^node:/, /^zod/] },
  { from: 'src/server/net/', own: ['src/server/net/'], packages: [/^node:/] },
  { from: 'src/server/adapters/', own: ['src/server/', 'src/mail/', 'src/shared/'], packages: [/./] },
  {
    from: 'src/actions/',
    own: [
      'src/actions/',
      'src/server/app.ts',
      'src/server/auth/',
      'src/server/gate/doors.ts',
      'src/server/log.ts',
      'src/server/members/',
      'src/server/progress/',
      'src/shared/',
    ],
    packages: [/^astro/, /^virtual:lanai\/videos$/, /^zod/],
  },
  {
    from: 'src/pages/avatars/',
    own: ['src/server/app.ts', 'src/server/auth/', 'src/server/log.ts'],
    packages: [/^astro$/],
  },
  { from: 'tools/', own: ['tools/'], packages: [/^node:/, /^esbuild$/] },
  {
    from: 'integrations/',
    own: ['integrations/', 'src/content-check/', 'src/layouts/', 'src/shared/', 'tools/'],
    packages: [/./],
  },
  {
    from: 'checks/',
    own: [
      'checks/',
      'src/content-check/',
      'src/schemas/',
      'src/embeds/',
      'src/server/net/',
      'tools/',
      ...entrances,
    ],
    packages: [/^node:/, /^p-map$/, /^cli-progress$/, /^prettier$/, /^zod$/],
  },
  { from: 'db/', own: ['db/', 'tools/', 'src/shared/', ...entrances], packages: [/./] },
  {
    from: 'netlify/local/',
    own: [
      'netlify/local/',
      'db/',
      'tools/',
      'src/server/adapters/',
      'src/mail/',
      'src/shared/',
      ...entrances,
    ],
    packages: [/./],
  },
  {
    from: 'netlify/functions/',
    own: ['src/server/app.ts', 'src/server/log.ts', 'netlify/on-schedule.ts'],
    packages: [],
  },
  {
    from: 'src/middleware.ts',
    own: ['src/server/edge.ts', 'src/server/gate/', 'src/server/log.ts', 'src/shared/'],
    packages: [/^astro/],
  },
]

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

describe('no import leads back to where it came from', () => {
  test('files import one another in no circle', () => {
    expect(circlesOf(graph)).toEqual([])
  })

  test('neighbours in a folder import one another in no circle, with all that is below them', () => {
    const circles = [...neighboursOf(graph).values()].flatMap(circlesOf)
    expect(circles).toEqual([])
  })
})

describe('only the composition roots construct things', () => {
  test('adapters are imported by src/server/edge.ts, src/server/app.ts and one another, and by nothing else in src', () => {
    const importers = [...graph]
      .filter(
        ([file, imports]) =>
          file.startsWith('src/') && imports.some((path) => path.startsWith('src/server/adapters/')),
      )
      .map(([file]) => file)
      .filter((file) => !file.startsWith('src/server/adapters/'))
    expect(importers.sort()).toEqual(['src/server/app.ts', 'src/server/edge.ts'])
  })

  test('no password, mail or picture code is reachable from the middleware', () => {
    const reached = [...reachableFrom(graph, 'src/middleware.ts')]
    expect(reached).toContain('src/server/adapters/lucia-sessions.ts')
    expect(reached.filter((path) => /argon2|postmark|blobs|sharp|src\/server\/app\.ts/.test(path))).toEqual(
      [],
    )
  })

  test('what the last check of the embeds found is read by components of pages, never by an island', () => {
    const report = 'src/components/frames/health-report.ts'
    const importers = [...graph].filter(([, imports]) => imports.includes(report)).map(([file]) => file)
    expect(importers.filter((file) => !/^src\/components\/frames\/\w+\.astro$/.test(file))).toEqual([])
    expect(importers.length).toBeGreaterThan(0)
  })

  test('the mails, and with them React, are read by what delivers them and by nothing that answers people', () => {
    const importers = [...graph]
      .filter(([, imports]) => imports.some((path) => path.startsWith('src/mail/')))
      .map(([file]) => file)
      .filter((file) => file.startsWith('src/') && !file.startsWith('src/mail/'))
    const delivering = /^src\/server\/(?:app\.ts|outbox\/|adapters\/(?:outbox-\w+|postmark)\.ts)/
    expect(importers.filter((file) => !delivering.test(file))).toEqual([])
    expect(importers).toContain('src/server/app.ts')
  })

  test('nothing in src imports what builds, checks or runs it', () => {
    const importers = [...graph].filter(
      ([file, imports]) =>
        file.startsWith('src/') &&
        imports.some((path) => /^(?:integrations|checks|db|netlify|tools)\//.test(path)),
    )
    expect(importers).toEqual([])
  })
})

describe('rules take time, chance and settings as arguments', () => {
  const ruleFiles = ['auth', 'members', 'gate', 'outbox', 'progress', 'sweep'].flatMap((folder) =>
    filesOf(`src/server/${folder}`),
  )

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

interface Rule {
  from: string
  own: readonly string[]
  packages: readonly RegExp[]
}

function isAllowed(path: string, own: readonly string[], packages: readonly RegExp[]): boolean {
  const isOwn = /^(?:src|netlify|db|integrations|checks|tools|tests)\//.test(path)
  return isOwn
    ? own.some((prefix) => path.startsWith(prefix))
    : packages.some((pattern) => pattern.test(path))
}

function filesOf(folder: string): string[] {
  return [...graph.keys()].filter((file) => file.startsWith(`${folder}/`))
}
