import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Embed } from '../embeds/embed.ts'
import { SAMPLES_PREFIX } from '../shared/paths.ts'

const DOCUMENTS = join(process.cwd(), 'src/samples/documents')

/** What pages show until they have a document of the programme: each file of src/samples/documents. */
export const samples = readdirSync(DOCUMENTS).map((file) => {
  const name = file.replace('.yaml', '')
  const document = parse(readFileSync(join(DOCUMENTS, file), 'utf8')) as Document
  return { name, document, embed: embedOf(SAMPLES_PREFIX + name, document) }
})

function embedOf(path: string, { shape, view }: Document): Embed {
  return {
    provider: 'own',
    framing: 'allowed',
    src: path,
    href: path,
    shape,
    view,
    // With `allow-same-origin` a sandbox protects nothing; without it, fonts and the session cookie are refused.
    sandbox: null,
    allow: '',
    subscribeUrl: null,
  }
}

/** What else it says depends on its shape (Sample.astro). */
interface Document extends Pick<Embed, 'shape' | 'view'> {
  title: string
}
