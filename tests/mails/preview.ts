import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '../../netlify/local/project-root.ts'
import { bundle } from '../../tools/bundle.ts'
import { readProgramme } from '../../tools/programme.ts'
import type * as Samples from './samples.ts'

/** `npm run mail:preview`: writes every email with sample data as HTML and text, and prints the paths. */
const FOLDER = join(PROJECT_ROOT, '.netlify/mail-preview')

// Node can't import TSX.
const bundles = join(FOLDER, randomUUID())
try {
  const [file = ''] = await bundle(PROJECT_ROOT, ['tests/mails/samples.ts'], bundles)
  const { writeSamples } = (await import(pathToFileURL(file).href)) as typeof Samples
  const samples = await writeSamples(FOLDER, 'http://localhost:4321', await readProgramme(PROJECT_ROOT))
  for (const { subject, html, text } of samples) {
    console.log(`${subject}\n  ${pathToFileURL(html).href}\n  ${text}`)
  }
} finally {
  await rm(bundles, { recursive: true, force: true })
}
