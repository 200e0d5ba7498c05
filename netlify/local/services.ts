import { resolve } from 'node:path'
import { readStackFile, verifyingTls, type StackFile } from '../../db/stack-file.ts'
import { findEnvProblems } from '../../src/server/env.ts'
import { startBlobs } from './blobs.ts'
import { openDataFolder, type DataFolder, writePrivately } from './data-folder.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { externalServer, startPostgres, type Postgres } from './postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startSqlEndpoint } from './sql-endpoint.ts'
import { StackError } from './stack-error.ts'

const ANSWER_TIMEOUT_MS = 3_000

/** Settings that commands may know of a running portal; of secrets, only that they are set. */
const PLAIN_SETTINGS = [
  'MAIL_FROM',
  'POSTMARK_API_URL',
  'ADMIN_EMAILS',
  'WEBHOOK_URL',
  'GITHUB_APP_ID',
  'GITHUB_API_URL',
]
const SECRETS = [
  'POSTMARK_SERVER_TOKEN',
  'HEALTH_SECRET',
  'BOUNCE_SECRET',
  'WEBHOOK_SECRET',
  'GITHUB_APP_PRIVATE_KEY',
]

/**
 * Starts the site's services, for this machine only: database (migrated), blobs and, unless it is in production, the mailbox. If
 * one fails, stops the others and throws a StackError.
 */
export async function startServices(options: ServicesOptions) {
  const started = new AsyncDisposableStack()
  const closing = <T extends { close(): Promise<void> }>(service: T) =>
    started.adopt(service, () => service.close())
  const { siteUrl, isProduction = false, ports } = options
  try {
    const folder = openDataFolder(options.dataFolder)
    started.defer(() => folder.release())
    await refuseSecondPortal(options.dataFolder)

    const postgres = closing(await openDatabase(options, folder))
    const isEmbedded = options.database === undefined
    await prepareDatabase(postgres.url, siteUrl, isEmbedded)
    const endpoint = closing(await startSqlEndpoint(postgres.url))
    const blobs = closing(await startBlobs({ directory: folder.blobs }))
    const mailbox = isProduction
      ? null
      : closing(await startMailbox({ directory: folder.mail, port: ports.mailbox }))

    const addresses = {
      databaseUrl: postgres.url,
      databaseHttpUrl: endpoint.url,
      mailboxUrl: mailbox ? `http://localhost:${mailbox.port}` : undefined,
    }
    const env = siteSettings(siteUrl, addresses, postgres, blobs.context)
    checkSettings({ ...process.env, ...env })
    const note = { pid: process.pid, ...addresses, isEmbedded, isProduction, ...describeSettings(env) }
    // Commands on this machine find the running portal by this file.
    const writeStackFile = (failedSchedules: string[]) => {
      writePrivately(folder.stackFile, { ...note, failedSchedules } satisfies StackFile)
    }
    writeStackFile([])

    return {
      ...addresses,
      env,
      writeStackFile,
      databaseStopped: postgres.stopped,
      close: () => started.disposeAsync(),
    }
  } catch (error) {
    await started.disposeAsync()
    throw toDataFolderError(error) ?? error
  }
}

function siteSettings(
  siteUrl: string,
  { databaseHttpUrl, mailboxUrl }: Addresses,
  { roleUrls }: Postgres,
  blobsContext: string,
): Record<string, string> {
  return {
    SITE_URL: siteUrl,
    // Least privilege: each part of the site has its own login.
    DATABASE_URL: roleUrls.lanai_app,
    EDGE_DATABASE_URL: roleUrls.lanai_edge,
    DATABASE_HTTP_URL: databaseHttpUrl,
    // Requests would flood the terminal.
    LOG_REQUESTS: process.env.LOG_REQUESTS || 'errors',
    NETLIFY_BLOBS_CONTEXT: blobsContext,
    ...(mailboxUrl && {
      // The local mailbox accepts any token.
      POSTMARK_SERVER_TOKEN: 'local',
      POSTMARK_API_URL: mailboxUrl,
      MAIL_FROM: 'portal@example.com',
    }),
  }
}

interface Addresses {
  databaseHttpUrl: string
  /** undefined in production. */
  mailboxUrl: string | undefined
}

function describeSettings(env: Record<string, string>) {
  const given = PLAIN_SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return {
    env: { ...(Object.fromEntries(given) as Record<string, string>), ...env },
    secrets: SECRETS.filter((name) => process.env[name] && !env[name]),
  }
}

function toDataFolderError(error: unknown): StackError | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null
  if (error.code === 'ENOSPC')
    return new StackError(`The disk is full: ${error.message}. Free some space.`, { cause: error })
  return new StackError(`The data folder is damaged: ${error.message}. Copy it from a backup.`, {
    cause: error,
  })
}

// PostgreSQL locks its own folder alone. A process id isn't enough, because a container uses the same ones again.
async function refuseSecondPortal(dataFolder: string | null): Promise<void> {
  const other = dataFolder === null ? null : readStackFile({ LANAI_DATA: dataFolder })
  const answers = (url: string) =>
    fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).then(
      () => true,
      () => false,
    )
  if (other?.databaseHttpUrl && (await answers(other.databaseHttpUrl)))
    throw new StackError(
      `Another portal is already using the data folder ${resolve(dataFolder ?? '')}, at ${other.env?.SITE_URL}. Stop it, or change LANAI_DATA.`,
    )
}

async function openDatabase(options: ServicesOptions, folder: DataFolder): Promise<Postgres> {
  const { ports, database, dataFolder } = options
  if (typeof database === 'object') return database
  if (database) return externalServer(verifyingTls(database))
  const { postgres: directory, password } = folder
  return startPostgres({ directory, port: ports.postgres, password, isDurable: dataFolder !== null })
}

// Without this check, sign-ins would fail or no email would leave, and only the log would say so.
function checkSettings(env: NodeJS.ProcessEnv): void {
  const lines = findEnvProblems(env).map(({ variable, why }) => `${variable} ${why}.`)
  if (lines.length > 0) throw new StackError([...new Set(lines)].join(' '))
}

export interface ServicesOptions {
  dataFolder: string | null
  database?: string | Postgres | undefined
  ports: { mailbox: number; postgres: number }
  siteUrl: string
  isProduction?: boolean
}

export type Services = Awaited<ReturnType<typeof startServices>>
