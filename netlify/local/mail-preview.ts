import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type * as MailSamples from '../../src/mail/samples.ts'
import { bundle } from '../../tools/bundle.ts'
import { readProgrammeWords } from '../../tools/programme-words.ts'
import { PROJECT_ROOT } from './project-root.ts'

const HELP = `Usage: npm run mail:preview -- [--out folder] [--site url] [--json]

Writes every mail of the portal with sample data, as HTML and as text, and prints where. Nothing is sent.

  --out folder   where to (default: .netlify/mail-preview)
  --site url     whose links the mails carry (default: http://localhost:4321)
  --json         print [{ name, subject, html, text }] instead of lines
  --help         print this

Exit status: 0 written, 2 wrong arguments.`

process.exitCode = await preview(process.argv.slice(2))

async function preview(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options) return 2
  if (options.help) return say(HELP)

  const samples = await withTemplates(({ writeSamples }) =>
    writeSamples(resolve(options.out), options.site, readProgrammeWords(PROJECT_ROOT)),
  )
  return say(options.json ? JSON.stringify(samples, null, 2) : samples.map(line).join('\n'))
}

function line({ subject, html, text }: Sample): string {
  return `${subject}\n  ${pathToFileURL(html).href}\n  ${text}`
}

/** Node does not read the TSX of the templates by itself. */
async function withTemplates<T>(use: (templates: Templates) => Promise<T>): Promise<T> {
  const directory = join(PROJECT_ROOT, '.netlify/mail-preview', randomUUID())
  try {
    const [file = ''] = await bundle(PROJECT_ROOT, ['src/mail/samples.ts'], directory)
    return await use((await import(pathToFileURL(file).href)) as Templates)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        out: { type: 'string', default: join(PROJECT_ROOT, '.netlify/mail-preview') },
        site: { type: 'string', default: 'http://localhost:4321' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return null
  }
}

function say(text: string): 0 {
  console.log(text)
  return 0
}

type Templates = typeof MailSamples
type Sample = Awaited<ReturnType<Templates['writeSamples']>>[number]
