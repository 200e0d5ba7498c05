import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Command } from 'commander'
import * as z from 'zod'
import { SiteUrl } from '../../src/server/env.ts'
import { StackError } from './stack-error.ts'

/** The folder of package.json, so that commands work in any current directory. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')

const COMMAND = new Command('npm start --')
  .description(
    'Runs the portal on this machine: the site, its database, and a mailbox that catches its emails. Builds the site ' +
      'first if its sources have changed. npm run dev takes the same options.',
  )
  .option(
    '--port <number>',
    'port of the site; the mailbox and PostgreSQL use the next two (PORT, default 4321)',
  )
  .option('--host <address>', 'address that the site listens on (HOST, default 127.0.0.1)')
  .option('--data <directory>', 'folder for the database, pictures and emails (LANAI_DATA, default .lanai)')
  .option(
    '--database-url <url>',
    'use this PostgreSQL server instead of the embedded one, never that of a site that is online: its email would go to the ' +
      'mailbox here (DATABASE_URL)',
  )
  .option(
    '--production',
    'serve people, behind a proxy with https: email by Postmark, no mailbox, no sample member (docs/one-machine.md)',
  )
  .helpOption('--help', 'show this help')
  .addHelpText(
    'after',
    `
You can also set an option by its variable, in the environment or in a .env file.
Set SITE_URL if people open the site at another URL than http://localhost:PORT.`,
  )

/**
 * Settings from the options, then from the environment. Ends the process after `--help` and an unknown option. @throws StackError
 * when one is invalid, and when Node can't have read the .env file as it was meant.
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv, dotenv = DOTENV) {
  const options = COMMAND.parse(args, { from: 'user' }).opts<Options>()
  readDotenv(dotenv, env)
  // Empty counts as not set.
  const parsed = SettingsSchema.safeParse({
    PORT: options.port || env.PORT || undefined,
    HOST: options.host || env.HOST || undefined,
    LANAI_DATA: options.data || env.LANAI_DATA || undefined,
    DATABASE_URL: options.databaseUrl || env.DATABASE_URL || undefined,
    SITE_URL: env.SITE_URL || undefined,
    TRUSTED_PROXIES: env.TRUSTED_PROXIES || undefined,
  })
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`)
    throw new StackError(lines.join(' '))
  }
  const { PORT: site, HOST: host, LANAI_DATA: dataFolder, DATABASE_URL: database, SITE_URL } = parsed.data
  const isProduction = options.production ?? false
  if (isProduction && !SITE_URL?.startsWith('https:'))
    throw new StackError('SITE_URL must be the https address that people open, because of --production.')
  // 0 means any free port for each.
  const [mailbox, postgres] = site === 0 ? [0, 0] : [site + 1, site + 2]
  return {
    host,
    dataFolder,
    database,
    ports: { site, mailbox, postgres },
    siteUrl: SITE_URL,
    isProduction,
    trustedProxies: isProduction ? parsed.data.TRUSTED_PROXIES : [],
  }
}

const DOTENV = join(PROJECT_ROOT, '.env')

// As Node's --env-file, which prints a line when there is no file, skips a line that it can't read, and passes a quotation mark
// on that isn't closed.
function readDotenv(path: string, env: NodeJS.ProcessEnv): void {
  if (!existsSync(path)) return
  const bytes = readBytes(path)
  const text = bytes.toString()
  if (!isUtf8(bytes) || text.includes('\0')) throw new StackError(`${path} isn’t UTF-8. Save it as UTF-8.`)
  if (text.startsWith('\uFEFF'))
    throw new StackError(`${path} has a byte order mark. Save it as UTF-8 without one.`)
  const open = text.split('\n').findIndex((line) => OPEN_QUOTE.test(line))
  if (open >= 0) throw new StackError(`${path} has a quotation mark in line ${open + 1} that isn’t closed.`)
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new StackError(`${path} can’t be read by this user. Give it to the user who starts the portal.`, {
      cause,
    })
  }
}

const OPEN_QUOTE = /^\s*(?:export\s+)?\w+\s*=\s*(["'`])(?!.*\1)/

// The two ports after the site's are used as well.
const HIGHEST_PORT = 65_533

const SettingsSchema = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(HIGHEST_PORT, `must be at most ${HIGHEST_PORT}`)
    .default(4321),
  HOST: z.string().default('127.0.0.1'),
  LANAI_DATA: z.string().regex(/^[^~]/, 'must be a path without ~').default('.lanai'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  SITE_URL: z.optional(SiteUrl),
  TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.0/8, ::1')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses such as 10.0.0.0/8, ::1'),
      ),
    ),
})

export type StackSettings = ReturnType<typeof readSettings>

interface Options extends Partial<Record<'port' | 'host' | 'data' | 'databaseUrl', string>> {
  production?: true
}
