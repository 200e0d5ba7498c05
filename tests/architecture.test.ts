import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readImportGraph, reachableFrom } from './support/import-graph.ts'

const root = join(import.meta.dirname, '..')
const graph = readImportGraph(root, ['src', 'netlify', 'db', 'integrations', 'checks'])

/** Where the files of a folder may import from: own folders, and packages by pattern. Nothing else. */
const rules: readonly Rule[] = [
  { from: 'src/shared/', own: ['src/shared/'], packages: [/^zod/] },
  {
    from: 'src/islands/',
    own: ['src/islands/', 'src/shared/', 'src/components/embeds/prefill.ts'],
    packages: [
      /^react/,
      /^sonner$/,
      /^lucide-react/,
      /^astro:actions$/,
      /^vaul$/,
      /^@radix-ui\//,
      /^minisearch$/,
      /^@tanstack\/react-query$/,
    ],
  },
  {
    from: 'src/components/',
    own: [
      'src/components/',
      'src/shared/',
      'src/schemas/sample.ts',
      'src/content',
      'src/islands/',
      'src/styles/',
    ],
    packages: [/^astro:/, /^astro\/types$/, /^@lucide\/astro/, /^minisearch$/],
  },
  {
    from: 'src/schemas/',
    own: ['src/schemas/', 'src/components/embeds/', 'src/shared/playlist/'],
    packages: [/^zod$/],
  },
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
    own: [
      'src/server/outbox/',
      'src/server/auth/ports.ts',
      'src/mail/approve-command.ts',
      'src/mail/mails.ts',
      'src/mail/registration-notice.tsx',
    ],
    packages: [],
  },
  {
    from: 'src/server/progress/',
    own: ['src/server/progress/', 'src/server/auth/ports.ts', 'src/shared/'],
    packages: [],
  },
  {
    from: 'src/mail/',
    own: ['src/mail/'],
    packages: [/^react/, /^node:/, /^zod/],
  },
  { from: 'src/server/adapters/', own: ['src/server/', 'src/shared/', 'src/mail/mails.ts'], packages: [/./] },
  {
    from: 'src/actions/',
    own: [
      'src/actions/',
      'src/server/app.ts',
      'src/server/auth/',
      'src/server/gate/doors.ts',
      'src/server/members/',
      'src/server/progress/',
      'src/shared/',
    ],
    packages: [/^astro/, /^virtual:lanai\/videos$/, /^zod/],
  },
  {
    from: 'src/pages/avatars/',
    own: ['src/server/app.ts', 'src/server/auth/'],
    packages: [/^astro$/],
  },
  {
    from: 'integrations/content/',
    own: ['integrations/content/', 'src/schemas/', 'src/components/embeds/', 'src/shared/'],
    packages: [/^node:/, /^yaml$/, /^zod$/],
  },
  {
    from: 'checks/',
    own: [
      'checks/',
      'integrations/content/',
      'src/schemas/',
      'src/components/embeds/',
      'src/server/adapters/public-address.ts',
      'src/server/env.ts',
      'db/admin/table.ts',
    ],
    packages: [/^node:/, /^p-map$/, /^cli-progress$/, /^prettier$/, /^zod$/],
  },
  { from: 'netlify/functions/', own: ['src/server/app.ts'], packages: [] },
  {
    from: 'src/middleware.ts',
    own: ['src/server/edge.ts', 'src/server/gate/', 'src/shared/'],
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
    const report = 'src/components/embeds/health-report.ts'
    const importers = [...graph].filter(([, imports]) => imports.includes(report)).map(([file]) => file)
    expect(importers.filter((file) => !/^src\/components\/embeds\/\w+\.astro$/.test(file))).toEqual([])
    expect(importers.length).toBeGreaterThan(0)
  })

  test('nothing in src knows the stand-ins of one machine', () => {
    const importers = [...graph].filter(
      ([file, imports]) => file.startsWith('src/') && imports.some((path) => path.startsWith('netlify/')),
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
  const long = ['src', 'netlify', 'db', 'integrations', 'checks']
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
  const isOwn = /^(?:src|netlify|db|integrations|checks|tests)\//.test(path)
  return isOwn
    ? own.some((prefix) => path.startsWith(prefix))
    : packages.some((pattern) => pattern.test(path))
}

function filesOf(folder: string): string[] {
  return [...graph.keys()].filter((file) => file.startsWith(`${folder}/`))
}
