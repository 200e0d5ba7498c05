import { parseArgs } from 'node:util'
import * as z from 'zod'
import { StackError } from './stack-error.ts'

export const HELP = `Usage: npm start -- [options]          (npm run dev takes the same)

Runs the whole portal on this machine: the site, a mailbox that catches its mail, and its database.
The site is built first when its sources have changed.

  --port NUMBER        the site's port; the mailbox and PostgreSQL take the two after it   (PORT, 4321)
  --host ADDRESS       the address to listen on                                            (HOST, 127.0.0.1)
  --data DIRECTORY     where database, pictures and mail are kept                          (LANAI_DATA, .lanai)
  --database-url URL   use this PostgreSQL server instead of one of its own               (DATABASE_URL)
  --help               print this

Each option can also be set by the variable in brackets, in the environment or in a file named .env.
SITE_URL says under which address people open the site, where that is not http://localhost:PORT.`

/** What the person who starts the stack chose: options first, then the environment. Throws a StackError. */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const options = readOptions(args)
  if (options.help) return 'help'

  const chosen = {
    PORT: options.port ?? env.PORT,
    HOST: options.host ?? env.HOST,
    LANAI_DATA: options.data ?? env.LANAI_DATA,
    DATABASE_URL: options['database-url'] ?? env.DATABASE_URL,
    SITE_URL: env.SITE_URL,
  }
  const parsed = SettingsSchema.safeParse(withoutEmpty(chosen))
  if (parsed.success) return parsed.data
  throw new StackError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
  )
}

/** The mailbox and PostgreSQL follow the site. 0 takes any free port for each. */
export function portsFrom(port: number): { site: number; mailbox: number; postgres: number } {
  if (port === 0) return { site: 0, mailbox: 0, postgres: 0 }
  return { site: port, mailbox: port + 1, postgres: port + 2 }
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

function withoutEmpty(values: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
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

export type Settings = z.output<typeof SettingsSchema>
