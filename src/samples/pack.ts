import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readUnfinished } from '../content-check/unfinished.ts'
import { readSource } from '../content-check/source.ts'
import type { Embed, Shape } from '../embeds/embed.ts'
import type { Pack } from '../schemas/files.ts'
import { sampleSchema, type Sample } from './schema.ts'

const PATH = '/samples/'
const DOCUMENTS = join(import.meta.dirname, 'documents')

/** What the skeleton looks like while one loads. */
const SHAPES = {
  table: 'table',
  form: 'form',
  calendar: 'calendar',
  document: 'document',
  list: 'list',
  cards: 'board',
  dashboard: 'board',
  video: 'video',
} as const satisfies Record<Sample['kind'], Shape>

/** Documents that stand in for a programme's own, until its pages have addresses to show. */
export const samples: Pack = {
  path: PATH,
  documents: readdirSync(DOCUMENTS).map(toEmbed),
  kinds: [{ name: 'sample', folder: 'src/samples/documents', schema: sampleSchema }],
  integration: {
    name: 'lanai-samples',
    hooks: {
      'astro:config:setup': ({ config, command, injectRoute }) => {
        const { pages } = readUnfinished(fileURLToPath(config.root), [samples])
        // A programme that shows no sample has none; while one is edited, a page may.
        if (pages.samples.length === 0 && command !== 'dev') return
        injectRoute({ pattern: `${PATH}[name]`, entrypoint: new URL('document.astro', import.meta.url) })
      },
    },
  },
}

/** One with mistakes, which the content check names, counts as a page. */
function toEmbed(file: string): Embed {
  const { data } = sampleSchema.safeParse(readSource(file, readFileSync(join(DOCUMENTS, file), 'utf8')).value)
  const path = PATH + parse(file).name
  return {
    provider: 'own',
    framing: 'allowed',
    src: path,
    href: path,
    shape: data ? SHAPES[data.kind] : 'page',
    // With its own origin it could take the sandbox off; with none its fonts, scripts and sign-in would be refused.
    sandbox: null,
    allow: '',
    subscribeUrl: data?.kind === 'calendar' ? '/calendar.ics' : null,
    view: data?.kind === 'calendar' ? data.view : undefined,
  }
}
