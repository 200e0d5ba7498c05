import { access, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Turns, type EndTurn } from '../turns.ts'

/**
 * The embedded PostgreSQL: one session, so a connection takes a turn first and keeps it until no
 * transaction is open. On disk when given a directory, else in memory.
 */
export async function openBackend({ directory, template }: Place): Promise<Backend> {
  const database = directory === null ? await openInMemory(template) : await openOnDisk(directory)
  const turns = new Turns()
  const { rows } = await database.query<Started>(
    `select current_setting('server_version') as version, session_user::text as owner`,
  )
  const { version, owner } = rows[0] ?? { version: '', owner: '' }
  let actingAs: string | null = null

  return {
    serverVersion: version,
    async takeTurn(role) {
      const end = await turns.take()
      try {
        if (role !== actingAs) await become(database, role ?? owner)
        actingAs = role
      } catch (error) {
        end()
        throw error
      }
      return {
        end,
        talk: (messages) => talk(database, messages),
        async beOwner() {
          await become(database, owner)
          actingAs = null
        },
      }
    },
    async close() {
      await turns.take()
      await database.close()
    },
  }
}

async function openInMemory(template: string | undefined): Promise<PGlite> {
  return template ? PGlite.create({ loadDataDir: new Blob([await readFile(template)]) }) : PGlite.create()
}

/** A directory is either absent or complete: a first start that was cut short leaves no half database. */
async function openOnDisk(directory: string): Promise<PGlite> {
  if (!(await exists(join(directory, 'PG_VERSION')))) {
    const unfinished = `${directory}.new`
    await rm(unfinished, { recursive: true, force: true })
    await (await PGlite.create(unfinished)).close()
    await rename(unfinished, directory)
  }
  return PGlite.create(directory)
}

/**
 * The one session is its owner's; for a turn it is a role's, as if that role had signed in. (The name and not DEFAULT,
 * which does nothing here.) Throws when there is no such role.
 */
async function become(database: PGlite, role: string): Promise<void> {
  await database.exec(`SET SESSION AUTHORIZATION "${role.replaceAll('"', '""')}"`)
}

async function talk(database: PGlite, messages: Buffer): Promise<Buffer> {
  const answer: Buffer[] = []
  // The bytes belong to the database's memory and are reused: they are copied before anything else runs.
  await database.execProtocolRawStream(messages, { onRawData: (data) => answer.push(Buffer.from(data)) })
  return answer.length === 1 ? (answer[0] ?? Buffer.alloc(0)) : Buffer.concat(answer)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

export interface Backend {
  serverVersion: string
  /** @param role whose rights the turn has; null has the owner's. */
  takeTurn(role: string | null): Promise<Turn>
  /** Waits for the turn under way, then shuts the database down cleanly. */
  close(): Promise<void>
}

export interface Turn {
  /** Gives whole protocol messages to the database and returns all it answers. */
  talk(messages: Buffer): Promise<Buffer>
  /** Gives the turn the owner's rights. */
  beOwner(): Promise<void>
  end: EndTurn
}

export interface Place {
  /** null keeps the database in memory. */
  directory: string | null
  /** In memory only: a file with the database to begin with. Without one it is made, which takes seconds. */
  template?: string | undefined
}

interface Started {
  version: string
  owner: string
}
