import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse as parseYaml } from 'yaml'
import { readUnfinished } from '../content-check/unfinished.ts'
import type { Embed, Shape } from '../embeds/embed.ts'
import type { Pack } from '../schemas/files.ts'

const PATH = '/samples/'
const DOCUMENTS = join(import.meta.dirname, 'documents')

/** Sample documents for pages that have no document of the programme yet. */
export const samplePack: Pack = {
  path: PATH,
  documents: readdirSync(DOCUMENTS).map(toEmbed),
  integration: {
    name: 'lanai-samples',
    hooks: {
      'astro:config:setup': ({ config, command, injectRoute }) => {
        const { pages } = readUnfinished(fileURLToPath(config.root), [samplePack])
        // Without a sample in use nothing is built; in development a page may start to use one.
        if (pages.samples.length === 0 && command !== 'dev') return
        injectRoute({ pattern: `${PATH}[name]`, entrypoint: new URL('document.astro', import.meta.url) })
      },
    },
  },
}

function toEmbed(file: string): Embed {
  const { kind, view } = parseYaml(readFileSync(join(DOCUMENTS, file), 'utf8')) as Embed & { kind: string }
  const path = PATH + parse(file).name
  return {
    provider: 'own',
    framing: 'allowed',
    src: path,
    href: path,
    shape: kind.toLowerCase() as Shape,
    // With `allow-same-origin` a sandbox protects nothing; without it, fonts and the session cookie are refused.
    sandbox: null,
    allow: '',
    subscribeUrl: null,
    view,
  }
}
