import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NO_DATABASE, readStackFile } from '../../db/stack-file.ts'
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
  'Writes every email with sample data as HTML and text, and prints the paths. With a member’s address: the emails to all members that ' +
    'this one would get in the next seven days, or why one wouldn’t be sent. Reads the database of the portal that runs on this ' +
    'machine, or the one at DATABASE_URL, and changes nothing.',
)
  .argument('[email]')
  .option('--json', 'print the list as JSON')
  .addHelpText('after', '\nExit status: 0 done, 1 no database or nobody has this address, 2 wrong arguments.')

process.exitCode = await runCommand(
  command,
  process.argv.slice(2),
  ({ json }, [email]) => preview(email, Boolean(json)),
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
    const { DATABASE_URL } = env ?? {}
    if (!DATABASE_URL) return fail(NO_DATABASE)
    const found = await writeUpcoming(FOLDER, { SITE_URL, ...env, DATABASE_URL }, programme, email)
    return found ? print(found, json) : fail(`Nobody has the address ${email}.`)
  } finally {
    await rm(bundles, { recursive: true, force: true })
  }
}

function fail(reason: string): 1 {
  console.error(reason)
  return 1
}

function print(rows: object[], json: boolean): 0 {
  if (json) console.log(JSON.stringify(rows, null, 2))
  else console.table(rows)
  return 0
}
