import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NO_DATABASE, readStackFile } from '../../db/stack-file.ts'
import { escape } from '../../netlify/local/mailbox/mailbox.ts'
import { PROJECT_ROOT } from '../../netlify/local/settings.ts'
import { bundle } from '../../tools/bundle.ts'
import { npmCommand, runCommand } from '../../tools/command.ts'
import { readProgramme } from '../../tools/programme.ts'
import type * as Samples from './samples.ts'
import type * as Upcoming from './upcoming.ts'

const FOLDER = join(PROJECT_ROOT, '.netlify/mail-preview')
const SITE_URL = 'http://localhost:4321'

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Emails</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 1.5rem }
  table { border-collapse: collapse }
  td { border-bottom: 1px solid #8886; padding: 0.5rem 1.5rem 0.5rem 0; vertical-align: top }
</style>`

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
    const programme = readProgramme(PROJECT_ROOT)
    const sources = ['tests/mails/samples.ts', 'tests/mails/upcoming.ts']
    const [samples = '', upcoming = ''] = await bundle(PROJECT_ROOT, sources, bundles)
    const own = process.env.DATABASE_URL ? process.env : readStackFile(process.env)?.env
    const env: { SITE_URL: string; DATABASE_URL?: string | undefined } = { SITE_URL, ...own }
    if (email === undefined) {
      const { writeSamples } = (await import(pathToFileURL(samples).href)) as typeof Samples
      return await print(await writeSamples(FOLDER, env.SITE_URL, programme), programme.timezone, json)
    }
    const { writeUpcoming } = (await import(pathToFileURL(upcoming).href)) as typeof Upcoming
    const { DATABASE_URL } = env
    if (!DATABASE_URL) return fail(NO_DATABASE)
    const found = await writeUpcoming(FOLDER, { ...env, DATABASE_URL }, programme, email)
    return found ? await print(found, programme.timezone, json) : fail(`Nobody has the address ${email}.`)
  } finally {
    await rm(bundles, { recursive: true, force: true })
  }
}

function fail(reason: string): 1 {
  console.error(reason)
  return 1
}

async function print(rows: Row[], timeZone: string, json: boolean): Promise<0> {
  const index = join(FOLDER, 'index.html')
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  const items = rows.map(({ at, name, title = name, subject = '', html, skipped = '' }) => {
    const time = at ? `<td>${format.format(new Date(at))}` : ''
    const says = html
      ? `<a href="${basename(html)}">${escape(subject)}</a>`
      : `Not sent: ${skipped.replaceAll('_', ' ')}`
    return `<tr>${time}<td>${escape(title)}<td>${says}`
  })
  const isTimed = rows.some(({ at }) => at)
  const note = isTimed ? `<p>Times are in ${escape(timeZone)}.</p>` : ''
  await writeFile(index, `${HEAD}<h1>Emails</h1>${note}<table>${items.join('\n')}</table>`)
  console.log(json ? JSON.stringify(rows, null, 2) : `${rows.length} emails: ${index}`)
  return 0
}

/** An email, or why it wouldn’t be sent. */
interface Row {
  at?: string
  name: string
  title?: string
  subject?: string
  html?: string
  skipped?: string
}
