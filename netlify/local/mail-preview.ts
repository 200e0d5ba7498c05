import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type * as Samples from '../../src/mail/samples.ts'
import { bundle } from '../../tools/bundle.ts'
import { readProgrammeNames } from '../../tools/programme-names.ts'
import { PROJECT_ROOT } from './project-root.ts'

/** `npm run mail:preview`: writes every email with sample data as HTML and text, and prints the paths. */
const FOLDER = join(PROJECT_ROOT, '.netlify/mail-preview')
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: FOLDER },
    site: { type: 'string', default: 'http://localhost:4321' },
  },
})

// Node can't import TSX.
const bundles = join(FOLDER, randomUUID())
try {
  const [file = ''] = await bundle(PROJECT_ROOT, ['src/mail/samples.ts'], bundles)
  const { writeSamples } = (await import(pathToFileURL(file).href)) as typeof Samples
  const samples = await writeSamples(resolve(values.out), values.site, readProgrammeNames(PROJECT_ROOT))
  for (const { subject, html, text } of samples) {
    console.log(`${subject}\n  ${pathToFileURL(html).href}\n  ${text}`)
  }
} finally {
  await rm(bundles, { recursive: true, force: true })
}
