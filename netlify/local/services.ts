import { rmSync, writeFileSync } from 'node:fs'
import { migrate, MigrationError } from '../../db/migrate.ts'
import { startBlobs } from './blobs.ts'
import { takeDataFolder, temporaryDataFolder, type DataFolder } from './data-folder.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { serverAt, startPostgres, type Postgres } from './postgres.ts'
import { startSqlEndpoint } from './sql-endpoint.ts'
import { StackError } from './stack-error.ts'

/**
 * Starts what the site needs around it: database (migrated), blobs and mailbox. Where something cannot start, what has
 * been started is stopped again and a StackError says why.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const started = new AsyncDisposableStack()
  const closing = <T extends { close(): Promise<void> }>(service: T) =>
    started.adopt(service, () => service.close())
  try {
    const folder = options.dataFolder === null ? temporaryDataFolder() : takeDataFolder(options.dataFolder)
    started.defer(() => folder.release())
    const { blobsToken, mailToken } = folder.secrets

    const postgres = closing(await openDatabase(options, folder))
    await migrateDatabase(postgres.url)
    const endpoint = closing(await startSqlEndpoint(postgres.url))
    const blobs = closing(await startBlobs({ directory: folder.blobs, token: blobsToken }))
    const { host, ports } = options
    const mailbox = closing(await startMailbox({ directory: folder.mail, host, port: ports.mailbox }))

    const shownHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
    const addresses = {
      databaseUrl: postgres.url,
      databaseHttpUrl: endpoint.url,
      mailboxUrl: `http://${shownHost}:${mailbox.port}`,
    }
    /** The variables by which the application finds its services, as they are set in production. */
    const env = {
      // Each part of the site with the rights it needs and no others.
      DATABASE_URL: postgres.roleUrls.lanai_app,
      EDGE_DATABASE_URL: postgres.roleUrls.lanai_edge,
      DATABASE_HTTP_URL: addresses.databaseHttpUrl,
      POSTMARK_SERVER_TOKEN: mailToken,
      POSTMARK_API_URL: addresses.mailboxUrl,
      MAIL_FROM: 'portal@example.com',
      // A webhook that is tried out here runs on this machine too. Never set in production.
      WEBHOOK_ALLOW_LOOPBACK: '1',
      // People read this log in their terminal.
      LOG_REQUESTS: 'errors',
      NETLIFY_BLOBS_CONTEXT: blobs.context,
    }

    // Tells the commands of this machine where the portal is, while it runs.
    const { stackFile, wakeFile } = folder
    const note = {
      pid: process.pid,
      ...addresses,
      wakeFile,
      env: { SITE_URL: `http://${shownHost}`, ...env },
    }
    writeFileSync(stackFile, JSON.stringify(note, null, 2), { mode: 0o600 })
    started.defer(() => rmSync(stackFile, { force: true }))
    const close = () => started.disposeAsync()
    return { ...addresses, env, wakeFile, databaseStopped: postgres.stopped, close }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function openDatabase(options: ServicesOptions, folder: DataFolder): Promise<Postgres> {
  const { host, ports, database, dataFolder } = options
  if (typeof database === 'object') return database
  if (database) return serverAt(database)
  const { postgres: directory, secrets } = folder
  const isKept = dataFolder !== null
  return startPostgres({ directory, host, port: ports.postgres, password: secrets.databasePassword, isKept })
}

/** Brings the database up to date. Throws a StackError when it cannot be reached or refuses. */
async function migrateDatabase(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl)
  } catch (cause) {
    if (cause instanceof MigrationError) throw new StackError(firstLine(cause), { cause })
    const { host, pathname } = new URL(databaseUrl)
    throw new StackError(`The database at ${host}${pathname} cannot be used: ${firstLine(cause)}`, { cause })
  }
}

/** Several addresses of one name fail with several errors and without a message. */
function firstLine(error: unknown): string {
  if (error instanceof AggregateError) return firstLine(error.errors[0])
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

export interface ServicesOptions {
  /** null keeps nothing: all is in a temporary folder. */
  dataFolder: string | null
  /** A PostgreSQL server to use instead: the address of its owner, or one that a test has started. */
  database?: string | Postgres | undefined
  host: string
  /** 0 takes any free port. */
  ports: { mailbox: number; postgres: number }
}

export interface Services {
  databaseUrl: string
  databaseHttpUrl: string
  mailboxUrl: string
  env: Record<string, string>
  /** Touching it asks for delivery at once, see `startScheduler`. */
  wakeFile: string
  /** Resolves when the database has stopped, asked to or not. */
  databaseStopped: Promise<void>
  close(): Promise<void>
}
