import { dirname, join } from 'node:path'
import { readImportGraph } from './import-graph.ts'

export const root = join(import.meta.dirname, '../..')
export const folders = ['src', 'netlify', 'db', 'integrations', 'scripts', 'tools']
export const graph = readImportGraph(root, folders)

/** What everything on the server may use: what vendors promise, and what is below all nouns. */
const base = [
  'src/server/vendors/ports.ts',
  'src/server/busy.ts',
  'src/server/lifetimes.ts',
  'src/server/log.ts',
  'src/server/member.ts',
  'src/server/tokens.ts',
  'src/shared/',
]

/** Rules with their SQL beside them. Which of them stands below which, the test of circles says. */
export const nouns = [
  'limits',
  'sessions',
  'sign-in',
  'sign-up',
  'members',
  'approvals',
  'avatars',
  'calendar',
  'notes',
  'progress',
  'sweep',
]

/** What constructs things, for the function and for deliveries; the edge has its own. */
export const roots = ['src/server/deps.ts', 'src/server/delivery.ts']

/** The ways into the application for whoever runs it. */
const entrances = [...roots, 'src/server/env.ts']

/** `src/<name>/` of every pack that is listed in src/packs.ts. */
export const packs = (graph.get('src/packs.ts') ?? [])
  .filter((path) => path.endsWith('/pack.ts'))
  .map((path) => `${dirname(path)}/`)

/** Where the files of a folder may import from: own folders, and packages by pattern. Nothing else. */
export const rules: readonly Rule[] = [
  { from: 'src/shared/', own: ['src/shared/'], packages: [/^zod/] },
  {
    from: 'src/islands/',
    own: ['src/islands/', 'src/embeds/', 'src/shared/'],
    packages: [
      /^astro$/,
      /^react/,
      /^@base-ui\/react\//,
      /^astro:actions$/,
      /^zod\/mini$/,
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
      /^virtual:lanai\/content-dates$/,
    ],
  },
  {
    from: 'src/schemas/',
    own: ['src/schemas/', 'src/embeds/', 'src/events/', 'src/shared/playlist/'],
    packages: [/^astro$/, /^zod$/],
  },
  {
    from: 'src/edit/',
    own: ['src/edit/', 'src/components/words.ts', 'src/schemas/', 'src/shared/'],
    packages: [/^@sveltia\/cms$/, /^yaml$/, /^zod$/],
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
    packages: [/^node:/, /^astro\/loaders$/, /^media-captions$/, /^satteri$/, /^yaml$/, /^zod$/],
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
    packages: [/^node:/, /^astro/, /^@fontsource-variable\//, /^yaml$/],
  })),
  { from: 'src/packs.ts', own: ['src/schemas/', ...packs], packages: [] },
  {
    from: 'src/content.config.ts',
    own: ['src/packs.ts', 'src/content-check/', 'src/schemas/'],
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
    packages: [/^node:crypto$/, /^zod/],
  },
  {
    from: 'src/server/outbox/',
    own: ['src/server/outbox/', 'src/mail/', ...base],
    packages: [/^zod/, /^p-map$/],
  },
  ...['sign-in', 'sign-up', 'members', 'approvals', 'avatars', 'calendar', 'notes', 'progress', 'sweep'].map(
    (noun) => ({
      from: `src/server/${noun}/`,
      own: nouns.map((each) => `src/server/${each}/`).concat(base),
      packages: [/^zod/, /^node:crypto$/],
    }),
  ),
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
    packages: [/^node:/, /^esbuild$/, /^sharp$/, /^subset-font$/, /^yaml$/],
  },
  {
    from: 'integrations/',
    own: [
      'integrations/',
      'src/islands/wake.ts',
      'src/server/edge.ts',
      'src/server/gate/gate.ts',
      'src/server/vendors/ports.ts',
      'src/content-check/',
      'src/layouts/',
      'src/schemas/',
      'src/shared/',
      'tools/',
    ],
    packages: [/./],
  },
  {
    from: 'scripts/',
    own: [
      'scripts/',
      'src/packs.ts',
      'src/content-check/',
      'src/schemas/',
      'src/embeds/',
      'src/server/net/',
      'db/describe-error.ts',
      'db/migration-files.ts',
      'db/stack-file.ts',
      'tools/',
      ...base,
      ...entrances,
    ],
    packages: [/^node:/, /^@netlify\/blobs$/, /^pg$/, /^p-map$/, /^prettier$/, /^zod$/],
  },
  { from: 'db/', own: ['db/', 'tools/', 'src/shared/', ...entrances], packages: [/./] },
  {
    from: 'netlify/local/',
    own: ['netlify/local/', 'db/', 'tools/', 'src/server/sign-up/', 'src/mail/', ...base, ...entrances],
    packages: [/./],
  },
  {
    from: 'netlify/scheduled/',
    own: [
      'netlify/on-schedule.ts',
      'src/server/sweep/',
      'src/server/vendors/blobs.ts',
      'src/server/vendors/neon.ts',
      ...entrances,
      ...base,
    ],
    packages: [],
  },
  {
    from: 'src/middleware.ts',
    own: ['src/server/env.ts', 'src/server/gate/', ...base],
    packages: [/^astro$/],
  },
  { from: 'netlify/edge-function.ts', own: ['src/server/edge.ts'], packages: [] },
]

interface Rule {
  from: string
  own: readonly string[]
  packages: readonly RegExp[]
}
