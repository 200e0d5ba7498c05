import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NO_DATABASE, readStackFile } from '../../db/stack-file.ts'
import { escape } from '../../netlify/local/mailbox/mailbox-page.ts'
import { PROJECT_ROOT } from '../../netlify/local/project-root.ts'
import { bundle } from '../../tools/bundle.ts'
import { npmCommand, runCommand } from '../../tools/command.ts'
import { readProgramme } from '../../tools/programme.ts'
import type * as Samples from './samples.ts'
import type * as Upcoming from './upcoming.ts'

const FOLDER = join(PROJECT_ROOT, '.netlify/mail-preview')
const SITE_URL = 'http://localhost:4321'

const command = npmCommand(
  'mail:preview',
  'Writes every email with sample data as HTML and text, and a page that lists them. With a member’s address: the emails to all members that ' +
    'this one would get in the next seven days, or why one wouldn’t be sent. Reads the database of the portal that runs on this ' +
    'machine, or the one at DATABASE_URL, and changes nothing.',
)
  .argument('[email]')
  .option('--json', 'print the list as JSON')
  .addHelpText('after', '\nExit status: 0 done, 1 no database or nobody has this address, 2 wrong arguments.')

process.exitCode = await runCommand(command, process.argv.slice(2), ({ json }, [email]) =>
  preview(email, Boolean(json)),
)

async function preview(email: string | undefined, json: boolean): Promise<0 | 1> {
  // Node can't import TSX.
  const bundles = join(FOLDER, randomUUID())
  try {
    const programme = await readProgramme(PROJECT_ROOT)
    const sources = ['tests/mails/samples.ts', 'tests/mails/upcoming.ts']
    const [samples = '', upcoming = ''] = await bundle(PROJECT_ROOT, sources, bundles)
    const own = process.env.DATABASE_URL ? process.env : readStackFile(process.env)?.env
    const env: { SITE_URL: string; DATABASE_URL?: string | undefined } = { SITE_URL, ...own }
    if (email === undefined) {
      const { writeSamples } = (await import(pathToFileURL(samples).href)) as typeof Samples
      return await print(await writeSamples(FOLDER, env.SITE_URL, programme), json)
    }
    const { writeUpcoming } = (await import(pathToFileURL(upcoming).href)) as typeof Upcoming
    const { DATABASE_URL } = env
    if (!DATABASE_URL) return fail(NO_DATABASE)
    const found = await writeUpcoming(FOLDER, { ...env, DATABASE_URL }, programme, email)
    return found ? await print(found, json) : fail(`Nobody has the address ${email}.`)
  } finally {
    await rm(bundles, { recursive: true, force: true })
  }
}

function fail(reason: string): 1 {
  console.error(reason)
  return 1
}

async function print(rows: Row[], json: boolean): Promise<0> {
  const index = join(FOLDER, 'index.html')
  const items = rows.map(({ at = '', name, subject = '', html, skipped = '' }) => {
    const link = html ? `<a href="${basename(html)}">${name}</a>` : name
    return `<li>${at.slice(0, 16).replace('T', ' ')} ${link} ${escape(subject)}${skipped}</li>`
  })
  await writeFile(
    index,
    `<!doctype html><meta charset="utf-8"><title>Emails</title><ol>${items.join('\n')}</ol>`,
  )
  console.log(json ? JSON.stringify(rows, null, 2) : `${rows.length} emails: ${index}`)
  return 0
}

/** An email, or why it wouldn’t be sent. */
interface Row {
  at?: string
  name: string
  subject?: string
  html?: string
  skipped?: string
}
