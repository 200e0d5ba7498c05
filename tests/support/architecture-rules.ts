import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readImportGraph } from './import-graph.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['src', 'netlify', 'db', 'integrations', 'scripts', 'tools']
export const graph = readImportGraph(root, folders)

/** What every server file may import: the vendors' ports and the lowest layer. */
const base = [
  'src/server/vendors/ports.ts',
  'src/server/access.ts',
  'src/server/cookies.ts',
  'src/server/overload.ts',
  'src/server/programme.ts',
  'src/server/lifetimes.ts',
  'src/server/log.ts',
  'src/server/member.ts',
  'src/server/read-bytes.ts',
  'src/server/read-only.ts',
  'src/server/site.ts',
  'src/server/tokens.ts',
  'src/shared/',
]

/** Folders of rules with their SQL. */
const nouns = readdirSync(join(root, 'src/server'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['gate', 'outbox', 'vendors'].includes(entry.name))
  .map(({ name }) => name)

/** The composition roots of the function and of deliveries. */
export const roots = ['src/server/deps.ts', 'src/server/delivery.ts']

/** Entry points of programs that run the application. */
const entrances = [...roots, 'src/server/env.ts']

const content = ['src/schemas/', 'src/embeds/', 'src/events/', 'src/shared/']
const server = [...nouns.map((noun) => `src/server/${noun}/`), 'src/events/']

/** Where the files of a folder may import from: their own folder, and these. */
export const rules = [
  rule('src/shared/', []),
  rule('src/lib/', ['src/embeds/', 'src/shared/']),
  rule('src/ui/', ['src/lib/', 'src/shared/']),
  rule('src/islands/', ['src/ui/', 'src/lib/', 'src/embeds/', 'src/shared/']),
  rule('src/data/', content),
  rule('src/components/', [
    'src/data/',
    'src/drawings/',
    'src/islands/',
    'src/lib/',
    'src/styles/',
    'src/ui/',
    ...content,
  ]),
  rule('src/schemas/', [
    'src/embeds/',
    'src/events/',
    'src/shared/audience.ts',
    'src/shared/content-icons.ts',
    'src/shared/paths.ts',
    'src/shared/playlist/',
  ]),
  rule('src/edit/', [
    'src/content-check/',
    'src/data/site-content.ts',
    'src/lib/storage.ts',
    'src/ui/Icon.tsx',
    'src/embeds/match.ts',
    'src/embeds/permissions.ts',
    'src/events/',
    'src/schemas/',
    'src/shared/',
    'src/styles/preview.css',
  ]),
  rule('src/events/', ['src/shared/']),
  rule('src/embeds/', [
    'src/shared/audience.ts',
    'src/shared/clean-text.ts',
    'src/shared/decode.ts',
    'src/shared/paths.ts',
    'src/shared/playlist/times.ts',
  ]),
  rule('src/content-check/', content),
  rule('src/samples/', [
    'src/data/',
    'src/lib/storage.ts',
    'src/schemas/samples.ts',
    'src/shared/',
    'src/styles/',
    'src/ui/ForGroups.tsx',
  ]),
  rule('src/content.config.ts', ['src/content-check/', 'src/schemas/']),
  rule('src/server/limits/', base),
  rule('src/server/sessions/', ['src/server/limits/', ...base]),
  ...nouns
    .filter((noun) => noun !== 'limits' && noun !== 'sessions')
    .map((noun) => rule(`src/server/${noun}/`, [...server, ...base])),
  rule('src/server/gate/', [
    'src/server/broadcasts/preferences.ts',
    'src/server/calendar/feeds.ts',
    'src/server/env.ts',
    'src/server/limits/attempt-limits.ts',
    ...base,
  ]),
  rule('src/server/outbox/', ['src/emails/', 'src/server/broadcasts/prepare.ts', ...base]),
  rule('src/server/vendors/', ['src/server/env.ts', ...base]),
  rule('src/emails/', ['src/shared/']),
  rule('src/actions/', [...roots, 'src/server/gate/endpoints.ts', ...server, ...base]),
  rule('src/pages/avatars/', [...roots, 'src/server/avatars/', ...base]),
  rule('src/pages/submissions/', [...roots, 'src/server/due/', ...base]),
  rule('src/middleware.ts', [
    'src/actions/',
    'src/server/deps.ts',
    'src/server/gate/',
    'src/server/limits/',
    'src/server/sessions/',
    ...base,
  ]),
  rule('netlify/edge-function.ts', ['src/server/edge.ts']),
  rule('netlify/scheduled/', [
    'netlify/on-schedule.ts',
    'src/server/broadcasts/',
    'src/server/sweep/',
    'src/server/vendors/blobs.ts',
    'src/server/vendors/neon.ts',
    ...entrances,
    ...base,
  ]),
  rule('netlify/local/', [
    'db/',
    'tools/',
    'src/content-check/',
    'src/server/vendors/argon2.ts',
    'src/server/env.ts',
    'src/server/site.ts',
  ]),
  rule('db/', ['tools/', 'src/shared/', ...entrances]),
  rule('tools/', [
    'src/content-check/',
    'src/events/',
    'src/emails/markdown.ts',
    'src/schemas/',
    'src/shared/',
  ]),
  rule('integrations/', [
    'src/server/edge.ts',
    'src/server/gate/gate.ts',
    'src/server/vendors/ports.ts',
    'src/content-check/',
    'src/events/',
    'src/layouts/',
    'src/schemas/',
    'src/shared/',
    'tools/',
  ]),
  rule('scripts/', [
    'src/content-check/',
    'src/schemas/',
    'src/embeds/',
    'src/server/gate/health.ts',
    'src/server/vendors/neon.ts',
    'db/',
    'netlify/local/blobs.ts',
    'netlify/local/data-folder.ts',
    'netlify/local/postgres.ts',
    'tools/',
    ...base,
    ...entrances,
  ]),
]

function rule(from: string, own: readonly string[]) {
  return { from, own: [from, ...own] }
}
