import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesOf, neighboursOf, readImportGraph, reachableFrom } from './support/import-graph.ts'

const root = join(import.meta.dirname, '..')
const folders = ['src', 'netlify', 'db', 'integrations', 'checks', 'tools']
const graph = readImportGraph(root, folders)

/** What everything on the server may use: what vendors promise, and what is below all nouns. */
const base = [
  'src/server/vendors/ports.ts',
  'src/server/lifetimes.ts',
  'src/server/log.ts',
  'src/server/member.ts',
  'src/server/queue.ts',
  'src/server/tokens.ts',
  'src/shared/',
]

/** Rules with their SQL beside them. Which of them stands below which, the test of circles says. */
const nouns = [
  'limits',
  'sessions',
  'sign-in',
  'sign-up',
  'members',
  'avatars',
  'calendar',
  'notes',
  'progress',
  'sweep',
]

/** What constructs things, for the function and for deliveries; the edge has its own. */
const roots = ['src/server/deps.ts', 'src/server/delivery.ts']

/** The ways into the application for whoever runs it. */
const entrances = [...roots, 'src/server/env.ts']

/** `src/<name>/` of every pack that is listed in src/packs.ts. */
const packs = (graph.get('src/packs.ts') ?? [])
  .filter((path) => path.endsWith('/pack.ts'))
  .map((path) => `${dirname(path)}/`)

/** Where the files of a folder may import from: own folders, and packages by pattern. Nothing else. */
const rules: readonly Rule[] = [
  { from: 'src/shared/', own: ['src/shared/'], packages: [/^zod/] },
  {
    from: 'src/islands/',
    own: ['src/islands/', 'src/embeds/', 'src/shared/'],
    packages: [
      /^astro$/,
      /^react/,
      /^@base-ui\/react\//,
      /^astro:actions$/,
      /^@base-ui\/react\//,
      /^minisearch$/,
      /^@tanstack\/react-query$/,
    ],
  },
  {
    from: 'src/components/',
    own: [
      'src/components/',
      'src/islands/',
      'src/schemas/',
      'src/embeds/',
      'src/events/',
      'src/shared/',
      'src/styles/',
    ],
    packages: [
      /^astro:/,
      /^astro\/types$/,
      /^htmlparser2$/,
      /^minisearch$/,
      /^yaml$/,
      /^virtual:lanai\/content-dates$/,
    ],
  },
  {
    from: 'src/schemas/',
    own: ['src/schemas/', 'src/embeds/', 'src/events/', 'src/shared/playlist/'],
    packages: [/^astro$/, /^zod$/],
  },
  {
    from: 'src/events/',
    own: ['src/events/', 'src/shared/'],
    packages: [/^ical\.js$/, /^timezones-ical-library$/],
  },
  { from: 'src/embeds/', own: ['src/embeds/'], packages: [] },
  {
    from: 'src/content-check/',
    own: ['src/content-check/', 'src/schemas/', 'src/embeds/', 'src/events/', 'src/shared/'],
    packages: [/^node:/, /^yaml$/, /^zod$/],
  },
  {
    from: 'src/playlist/',
    own: ['src/playlist/', 'src/content-check/', 'src/schemas/', 'src/shared/playlist/'],
    packages: [/^node:/, /^astro\/loaders$/, /^media-captions$/, /^zod$/],
  },
  ...packs.map((pack) => ({
    from: pack,
    own: [
      pack,
      'src/components/',
      'src/islands/ui/',
      'src/layouts/inline-hash.ts',
      'src/content-check/',
      'src/schemas/',
      'src/embeds/',
      'src/events/',
      'src/shared/',
      'src/styles/',
    ],
    packages: [/^node:/, /^astro/, /^@fontsource-variable\//, /^yaml$/, /^zod$/],
  })),
  { from: 'src/packs.ts', own: ['src/schemas/', ...packs], packages: [] },
  {
    from: 'src/content.config.ts',
    own: ['src/packs.ts', 'src/playlist/', 'src/schemas/'],
    packages: [/^astro/],
  },
  { from: 'src/server/limits/', own: ['src/server/limits/', ...base], packages: [/^zod/] },
  {
    from: 'src/server/sessions/',
    own: ['src/server/sessions/', 'src/server/limits/', ...base],
    packages: [/^zod/, /^bowser$/],
  },
  {
    from: 'src/server/gate/',
    own: ['src/server/gate/', ...base],
    packages: [/^node:crypto$/],
  },
  {
    from: 'src/server/outbox/',
    own: ['src/server/outbox/', 'src/mail/', ...base],
    packages: [/^zod/, /^p-map$/],
  },
  ...['sign-in', 'sign-up', 'members', 'avatars', 'calendar', 'notes', 'progress', 'sweep'].map((noun) => ({
    from: `src/server/${noun}/`,
    own: nouns.map((each) => `src/server/${each}/`).concat(base),
    packages: [/^zod/, /^node:crypto$/],
  })),
  { from: 'src/mail/', own: ['src/mail/'], packages: [/^react/, /^node:/, /^zod/] },
  { from: 'src/server/net/', own: ['src/server/net/', 'src/shared/units.ts'], packages: [/^node:/] },
  {
    from: 'src/server/vendors/',
    own: ['src/server/vendors/', 'src/server/net/', 'src/server/env.ts', ...base],
    packages: [/./],
  },
  {
    from: 'src/actions/',
    own: [
      'src/actions/',
      ...roots,
      'src/server/gate/endpoints.ts',
      ...nouns.map((noun) => `src/server/${noun}/`),
      ...base,
    ],
    packages: [/^astro/, /^virtual:lanai\/videos$/, /^zod/],
  },
  { from: 'src/pages/avatars/', own: [...roots, 'src/server/avatars/', ...base], packages: [/^astro$/] },
  {
    from: 'tools/',
    own: ['tools/', 'src/shared/'],
    packages: [/^node:/, /^esbuild$/, /^sharp$/, /^subset-font$/],
  },
  {
    from: 'integrations/',
    own: [
      'integrations/',
      'src/islands/wake.ts',
      'src/content-check/',
      'src/layouts/',
      'src/schemas/files.ts',
      'src/shared/',
      'tools/',
    ],
    packages: [/./],
  },
  {
    from: 'checks/',
    own: [
      'checks/',
      'src/packs.ts',
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
    own: ['netlify/local/', 'db/', 'tools/', 'src/server/sign-up/', 'src/mail/', ...base, ...entrances],
    packages: [/./],
  },
  {
    from: 'netlify/functions/',
    own: ['netlify/on-schedule.ts', 'src/server/sweep/', ...roots, ...base],
    packages: [],
  },
  {
    from: 'src/middleware.ts',
    own: ['src/server/edge.ts', 'src/server/gate/', ...base],
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

  test('no password, mail or picture code is reachable from the middleware', () => {
    const reached = [...reachableFrom(graph, 'src/middleware.ts')]
    expect(reached).toContain('src/server/vendors/lucia.ts')
    const heavy = /argon2|postmark|blobs|sharp|react|^src\/mail\/|^src\/server\/(?:deps|delivery)\.ts/
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
        imports.some((path) => /^(?:integrations|checks|db|netlify|tools)\//.test(path)),
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
