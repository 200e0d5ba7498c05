import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { migrate, MigrationError } from '../../db/migrate.ts'
import { startBlobs } from './blobs.ts'
import { takeDataFolder, temporaryDataFolder, type DataFolder } from './data-folder.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { serverAt, startPostgres, type Postgres, type RoleUrls } from './postgres.ts'
import { startSqlEndpoint } from './sql-endpoint.ts'
import { StackError } from './stack-error.ts'

/**
 * Starts what the site needs around it: database (migrated), blobs and mailbox. Whatever cannot start, what has
 * been started is stopped again and a StackError says why.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const stops: (() => void | Promise<void>)[] = []
  const close = once(async () => {
    for (const stop of stops.reverse()) await stop()
  })
  try {
    const folder = options.dataFolder === null ? temporaryDataFolder() : takeDataFolder(options.dataFolder)
    stops.push(() => {
      folder.release()
    })

    const postgres = await openDatabase(options, folder)
    stops.push(() => postgres.close())
    await migrateDatabase(postgres.url)
    const endpoint = await startSqlEndpoint(postgres.url)
    stops.push(() => endpoint.close())

    const blobs = await startBlobs({ directory: folder.blobs, token: folder.secrets.blobsToken })
    stops.push(() => blobs.close())
    const mailbox = await startMailbox({
      directory: folder.mail,
      host: options.host,
      port: options.ports.mailbox,
    })
    stops.push(() => mailbox.close())

    const addresses = {
      databaseUrl: postgres.url,
      databaseHttpUrl: endpoint.url,
      mailboxUrl: `http://${displayHost(options.host)}:${mailbox.port}`,
    }
    const env = environment(addresses, postgres.roleUrls, blobs.context, folder.secrets.mailToken)
    const { wakeFile } = folder
    stops.push(
      announce(folder.stackFile, {
        ...addresses,
        wakeFile,
        env: { SITE_URL: `http://${displayHost(options.host)}`, ...env },
      }),
    )
    return { ...addresses, env, wakeFile, databaseStopped: postgres.stopped, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openDatabase(options: ServicesOptions, folder: DataFolder): Promise<Postgres> {
  const { host, ports, database } = options
  if (typeof database === 'object') return Promise.resolve(database)
  if (database) return Promise.resolve(serverAt(database))
  return startPostgres({
    directory: folder.postgres,
    host,
    port: ports.postgres,
    password: folder.secrets.databasePassword,
    isKept: options.dataFolder !== null,
  })
}

/** Brings the database up to date. Throws a StackError when it cannot be reached or refuses. */
async function migrateDatabase(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl)
  } catch (cause) {
    if (cause instanceof MigrationError) throw new StackError(firstLine(cause.message), { cause })
    const { host, pathname } = new URL(databaseUrl)
    throw new StackError(`The database at ${host}${pathname} cannot be used: ${reason(cause)}`, { cause })
  }
}

/** Several addresses of one name fail with several errors and no message of their own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0])
  return firstLine(error instanceof Error ? error.message : String(error))
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}

/** The variables by which the application finds its services, as they are set in production. */
function environment(addresses: Addresses, roleUrls: RoleUrls, blobsContext: string, mailToken: string) {
  return {
    // Each part of the site with the rights it needs and no others.
    DATABASE_URL: roleUrls.lanai_app,
    EDGE_DATABASE_URL: roleUrls.lanai_edge,
    DATABASE_HTTP_URL: addresses.databaseHttpUrl,
    POSTMARK_SERVER_TOKEN: mailToken,
    POSTMARK_API_URL: addresses.mailboxUrl,
    MAIL_FROM: 'Lanai <portal@example.com>',
    // A webhook that is tried out here runs on this machine too. Never set in production.
    WEBHOOK_ALLOW_LOOPBACK: '1',
    // People read this log in their terminal.
    LOG_REQUESTS: 'errors',
    NETLIFY_BLOBS_CONTEXT: blobsContext,
  }
}

/** Leaves a note for the commands of this machine where the portal is, while it runs. */
function announce(
  path: string,
  told: Addresses & { wakeFile: string; env: Record<string, string> },
): () => void {
  const note = JSON.stringify({ pid: process.pid, ...told }, null, 2)
  writeFileSync(`${path}.part`, note, { mode: 0o600 })
  renameSync(`${path}.part`, path)
  return () => {
    rmSync(path, { force: true })
  }
}

function displayHost(host: string): string {
  return ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

interface Addresses {
  databaseUrl: string
  databaseHttpUrl: string
  mailboxUrl: string
}

export interface ServicesOptions {
  /** null keeps nothing: all is in a temporary folder. */
  dataFolder: string | null
  /** A PostgreSQL server to use instead of one of its own: the address of its owner, or one that a test has started. */
  database?: string | Postgres | undefined
  host: string
  /** 0 takes any free port. */
  ports: { mailbox: number; postgres: number }
}

export interface Services extends Addresses {
  env: Record<string, string>
  /** Touching it asks for delivery at once, see `startScheduler`. */
  wakeFile: string
  /** Resolves when the database has stopped, asked to or not. */
  databaseStopped: Promise<void>
  close(): Promise<void>
}
