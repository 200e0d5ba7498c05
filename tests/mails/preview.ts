import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NO_DATABASE, readStackFile } from '../../db/stack-file.ts'
import { PROJECT_ROOT } from '../../netlify/local/project-root.ts'
import { bundle } from '../../tools/bundle.ts'
import { runCommand } from '../../tools/command.ts'
import { readProgramme } from '../../tools/programme.ts'
import type * as Samples from './samples.ts'
import type * as Upcoming from './upcoming.ts'

const FOLDER = join(PROJECT_ROOT, '.netlify/mail-preview')
const SITE_URL = 'http://localhost:4321'

const HELP = `Usage: npm run mail:preview -- [email]

Writes every email with sample data as HTML and text, and prints the paths. With a member's address: the emails to all
members that this one would get in the next seven days, or why one wouldn't be sent. Reads the database of the portal that
runs on this machine, or the one at DATABASE_URL, and changes nothing.

  --json   print the list as JSON
  --help   show this help

Exit status: 0 done, 1 nobody has this address, 2 wrong arguments.`

process.exitCode = await runCommand(
  { help: HELP, allowPositionals: true, work: ({ json, positionals }) => preview(positionals[0], json) },
  process.argv.slice(2),
  { out: console.log, err: console.error },
)

async function preview(email: string | undefined, json: boolean): Promise<0 | 1> {
  // Node can't import TSX.
  const bundles = join(FOLDER, randomUUID())
  try {
    const programme = await readProgramme(PROJECT_ROOT)
    const sources = ['tests/mails/samples.ts', 'tests/mails/upcoming.ts']
    const [samples = '', upcoming = ''] = await bundle(PROJECT_ROOT, sources, bundles)
    if (email === undefined) {
      const { writeSamples } = (await import(pathToFileURL(samples).href)) as typeof Samples
      return print(await writeSamples(FOLDER, SITE_URL, programme), json)
    }
    const { writeUpcoming } = (await import(pathToFileURL(upcoming).href)) as typeof Upcoming
    const env = process.env.DATABASE_URL ? process.env : readStackFile(process.env)?.env
    if (!env?.DATABASE_URL) throw new Error(NO_DATABASE)
    const settings = { SITE_URL, ...env, DATABASE_URL: env.DATABASE_URL }
    const found = await writeUpcoming(FOLDER, settings, programme, email)
    if (found) return print(found, json)
    console.error(`Nobody has the address ${email}.`)
    return 1
  } finally {
    await rm(bundles, { recursive: true, force: true })
  }
}

function print(rows: object[], json: boolean): 0 {
  if (json) console.log(JSON.stringify(rows, null, 2))
  else console.table(rows)
  return 0
}
