import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '@netlify/blobs'
import { findDataFolder, findDatabaseUrl, readDotenv } from '../../db/stack-file.ts'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { openDataFolder } from '../../netlify/local/data-folder.ts'
import { startPostgres } from '../../netlify/local/postgres.ts'
import { openLocalPictures, openPicturesAtNetlify } from './pictures.ts'

/**
 * Where a backup is restored into. A new data folder is removed again, unless `keep` was called.
 * @param dotenv the settings of the portal once it is restored.
 */
export async function openTarget(env: NodeJS.ProcessEnv, dotenv: string): Promise<Target> {
  const databaseUrl = env.DATABASE_URL ? findDatabaseUrl(env) : null
  if (!databaseUrl && readDotenv(dotenv).DATABASE_URL) throw new Error(DATABASE_IN_DOTENV)
  const atNetlify = databaseUrl ? openPicturesAtNetlify(env) : null
  if (databaseUrl && atNetlify)
    return {
      databaseUrl,
      pictures: atNetlify,
      keep: () => undefined,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  const folder = findDataFolder(env, dotenv)
  if (databaseUrl && !folder) throw new Error(NO_PLACE_FOR_PICTURES)
  return openNewFolder(folder ?? '.lanai', databaseUrl)
}

const DATABASE_IN_DOTENV =
  '.env has a DATABASE_URL, which the portal would use. Set it for this command, too, or use another .env. Nothing was changed.'
const NO_PLACE_FOR_PICTURES =
  'Where do the pictures go? For a site at Netlify, set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN, too; for a portal on one machine, ' +
  'LANAI_DATA. Nothing was changed.'

/** With a database, unless there is one. */
async function openNewFolder(path: string, databaseUrl: string | null): Promise<Target> {
  const isThere = existsSync(path)
  if (isThere && readdirSync(path).length > 0)
    throw new Error(
      `The data folder ${path} isn’t empty. Choose a new one in LANAI_DATA. Nothing was changed.`,
    )
  let isKept = false
  await using opened = new AsyncDisposableStack()
  opened.defer(() => {
    if (isKept) return
    const made = isThere ? readdirSync(path).map((name) => join(path, name)) : [path]
    for (const each of made) rmSync(each, { recursive: true, force: true })
  })
  const folder = openDataFolder(path)
  const closing = <T extends { close(): Promise<void> }>(service: T) =>
    opened.adopt(service, () => service.close())
  const { postgres: directory, password } = folder
  const server = databaseUrl
    ? { url: databaseUrl }
    : closing(await startPostgres({ directory, port: 0, password, isDurable: true }))
  const blobs = closing(await startBlobs({ directory: folder.blobs }))
  const owned = opened.move()
  return {
    databaseUrl: server.url,
    pictures: openLocalPictures(blobs.context),
    keep: () => void (isKept = true),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Target extends AsyncDisposable {
  databaseUrl: string
  pictures: Store
  keep: () => void
}
