import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from './list-files.ts'

/**
 * Where a build leaves what Netlify puts into the deploy's own store of Blobs: for each key a folder with the file `blob`
 * and what is to be known of it (Netlify's Frameworks API). Uploaded by the build's region, which `.netlify/blobs` is not.
 */
const DIRECTORY = '.netlify/v1/blobs/deploy'
const CONTENT = 'blob'
const METADATA = 'blob.meta.json'

/** Makes room for what the build at `root` leaves: of an earlier one nothing stays. */
export async function emptyDeployStore(root: string): Promise<void> {
  await rm(join(root, DIRECTORY), { recursive: true, force: true })
}

export async function writeToDeployStore(
  root: string,
  key: string,
  { bytes, metadata }: StoredFile,
): Promise<void> {
  const folder = join(root, DIRECTORY, key)
  await mkdir(folder, { recursive: true })
  await writeFile(fileInDeployStore(root, key), bytes)
  await writeFile(join(folder, METADATA), JSON.stringify(metadata))
}

/** The keys of everything the build at `root` has left there, in the order of their names. */
export function deployStoreKeys(root: string): string[] {
  return listFiles(join(root, DIRECTORY))
    .filter((file) => file.endsWith(`/${CONTENT}`))
    .map((file) => file.slice(0, -CONTENT.length - 1))
    .sort()
}

/** The file with what the build at `root` has left under this key. */
export function fileInDeployStore(root: string, key: string): string {
  return join(root, DIRECTORY, key, CONTENT)
}

/** Throws when the build has left nothing under this key. */
export async function readFromDeployStore(root: string, key: string): Promise<StoredFile> {
  const [bytes, metadata] = await Promise.all([
    readFile(fileInDeployStore(root, key)),
    readFile(join(root, DIRECTORY, key, METADATA), 'utf8'),
  ])
  return { bytes, metadata: JSON.parse(metadata) as StoredFile['metadata'] }
}

interface StoredFile {
  bytes: Buffer
  metadata: { type: string; etag: string }
}
