import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { describeError } from '../../db/describe-error.ts'
import { migrate, MigrationError } from '../../db/migrator.ts'
import { verifyingTls } from '../../db/stack-file.ts'
import { InvalidEnvError, readDeliveryEnv, readEnv, type EnvProblem } from '../../src/server/env.ts'
import { describeSiteConflict, type SiteConflict } from '../../src/server/site.ts'
import { startBlobs } from './blobs.ts'
import { openDataFolder, type DataFolder } from './data-folder.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { externalServer, startPostgres, type Postgres } from './postgres.ts'
import { startSqlEndpoint } from './sql-endpoint.ts'
import { StackError } from './stack-error.ts'

/**
 * Starts the site's services, for this machine only: database (migrated), blobs and mailbox. If one fails, stops the others and
 * throws a StackError.
 */
export async function startServices(options: ServicesOptions) {
  const started = new AsyncDisposableStack()
  const closing = <T extends { close(): Promise<void> }>(service: T) =>
    started.adopt(service, () => service.close())
  try {
    const folder = openDataFolder(options.dataFolder)
    started.defer(() => folder.release())

    const postgres = closing(await openDatabase(options, folder))
    await migrateDatabase(postgres.url)
    const endpoint = closing(await startSqlEndpoint(postgres.url))
    const blobs = closing(await startBlobs({ directory: folder.blobs }))
    const mailbox = closing(await startMailbox({ directory: folder.mail, port: options.ports.mailbox }))

    const addresses = {
      databaseUrl: postgres.url,
      databaseHttpUrl: endpoint.url,
      mailboxUrl: `http://localhost:${mailbox.port}`,
    }
    const env: Record<string, string> = {
      // Least privilege: each part of the site has its own login.
      DATABASE_URL: postgres.roleUrls.lanai_app,
      EDGE_DATABASE_URL: postgres.roleUrls.lanai_edge,
      DATABASE_HTTP_URL: addresses.databaseHttpUrl,
      // The local mailbox accepts any token.
      POSTMARK_SERVER_TOKEN: 'local',
      POSTMARK_API_URL: addresses.mailboxUrl,
      MAIL_FROM: 'portal@example.com',
      // Requests would flood the terminal.
      LOG_REQUESTS: 'errors',
      NETLIFY_BLOBS_CONTEXT: blobs.context,
    }
    checkSettings({ ...process.env, ...env, SITE_URL: 'http://localhost' })

    return {
      ...addresses,
      env,
      /** @throws StackError when an external database belongs to another site. */
      claimSite: (siteUrl: string) => claimSite(postgres.url, siteUrl, options.database === undefined),
      // Commands on this machine find the running portal by this file.
      writeStackFile(siteUrl: string) {
        const isEmbedded = options.database === undefined
        const note = { pid: process.pid, ...addresses, isEmbedded, env: { ...env, SITE_URL: siteUrl } }
        writeFileSync(folder.stackFile, JSON.stringify(note, null, 2), { mode: 0o600 })
      },
      databaseStopped: postgres.stopped,
      close: () => started.disposeAsync(),
    }
  } catch (error) {
    await started.disposeAsync()
    throw toDataFolderError(error) ?? error
  }
}

function toDataFolderError(error: unknown): StackError | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null
  return new StackError(`The data folder is damaged: ${error.message}. Copy it from a backup.`, {
    cause: error,
  })
}

async function openDatabase(options: ServicesOptions, folder: DataFolder): Promise<Postgres> {
  const { ports, database, dataFolder } = options
  if (typeof database === 'object') return database
  if (database) return externalServer(verifyingTls(database))
  const { postgres: directory, password } = folder
  return startPostgres({ directory, port: ports.postgres, password, isDurable: dataFolder !== null })
}

async function migrateDatabase(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl)
  } catch (cause) {
    if (cause instanceof MigrationError) throw new StackError(firstLine(cause), { cause })
    const { host, pathname } = new URL(databaseUrl)
    throw new StackError(`The database at ${host}${pathname} can’t be used: ${firstLine(cause)}`, { cause })
  }
}

async function claimSite(databaseUrl: string, siteUrl: string, isEmbedded: boolean): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    // No other portal has the embedded database, and PORT may change. Commands reach it only while the portal runs.
    if (isEmbedded) {
      await client.query('select move_site($1)', [siteUrl])
      return
    }
    const sql = 'select find_site_conflict($1) as conflict'
    const { rows } = await client.query<{ conflict: SiteConflict }>(sql, [siteUrl])
    const found = describeSiteConflict(rows[0]?.conflict ?? null)
    if (found) throw new StackError(`Not started: ${found.problem}. To do: ${found.remedy}`)
  } finally {
    await client.end()
  }
}

// Without this check, sign-ins would fail or no email would leave, and only the log would say so.
function checkSettings(env: NodeJS.ProcessEnv): void {
  const problems = [readEnv, readDeliveryEnv].flatMap((read) => problemsOf(() => read(env)))
  const lines = problems.map(({ variable, why }) => `${variable} ${why}.`)
  if (lines.length > 0) throw new StackError([...new Set(lines)].join(' '))
}

function problemsOf(read: () => unknown): readonly EnvProblem[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof InvalidEnvError) return error.problems
    throw error
  }
}

function firstLine(error: unknown): string {
  return describeError(error).split('\n')[0] ?? ''
}

export interface ServicesOptions {
  dataFolder: string | null
  /** An external PostgreSQL server: its owner's URL, or one that a test has started. */
  database?: string | Postgres | undefined
  ports: { mailbox: number; postgres: number }
}

export type Services = Awaited<ReturnType<typeof startServices>>
