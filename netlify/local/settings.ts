import { parseArgs } from 'node:util'
import * as z from 'zod'
import { StackError } from './stack-error.ts'
import type { StackOptions } from './stack.ts'

export const HELP = `Usage: npm start -- [options]          (npm run dev takes the same)

Runs the whole portal on this machine: the site, a mailbox that catches its mail, and its database.
The site is built first when its sources have changed.

  --port NUMBER        the site's port; the mailbox and PostgreSQL take the two after it   (PORT, 4321)
  --host ADDRESS       the address to listen on                                            (HOST, 127.0.0.1)
  --data DIRECTORY     where database, pictures and mail are kept                          (LANAI_DATA, .lanai)
  --database-url URL   use this PostgreSQL server instead of the one that comes along      (DATABASE_URL)
  --help               print this

Each option can also be set by the variable in brackets, in the environment or in a file named .env.
SITE_URL says under which address people open the site, where that is not http://localhost:PORT.`

/** What the person who starts the stack chose: options first, then the environment. Throws a StackError. */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const options = readOptions(args)
  if (options.help) return 'help'

  // An empty one is not set.
  const parsed = SettingsSchema.safeParse({
    PORT: options.port || env.PORT || undefined,
    HOST: options.host || env.HOST || undefined,
    LANAI_DATA: options.data || env.LANAI_DATA || undefined,
    DATABASE_URL: options['database-url'] || env.DATABASE_URL || undefined,
    SITE_URL: env.SITE_URL || undefined,
  })
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`)
    throw new StackError(lines.join(' '))
  }
  const { PORT: site, HOST: host, LANAI_DATA: dataFolder, DATABASE_URL: database, SITE_URL } = parsed.data
  // 0 takes any free port for each.
  const [mailbox, postgres] = site === 0 ? [0, 0] : [site + 1, site + 2]
  return { host, dataFolder, database, ports: { site, mailbox, postgres }, siteUrl: SITE_URL }
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    port: text,
    host: text,
    data: text,
    'database-url': text,
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new StackError(`${error instanceof Error ? error.message : String(error)}. See --help.`)
  }
}

/** Two more ports follow the site's. */
const HIGHEST_PORT = 65_533

const SettingsSchema = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(HIGHEST_PORT, `must be at most ${HIGHEST_PORT}`)
    .default(4321),
  HOST: z.string().default('127.0.0.1'),
  LANAI_DATA: z.string().default('.lanai'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SITE_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
})

export type Settings = Omit<StackOptions, 'root' | 'beforeSite'>
