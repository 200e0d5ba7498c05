import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from '../src/content-check/list-files.ts'

/**
 * Where a build puts files for the deploy store of Netlify Blobs (Frameworks API): a folder per key with `blob` and its
 * metadata. Unlike `.netlify/blobs`, it is uploaded to the right region.
 */
const DIRECTORY = '.netlify/v1/blobs/deploy'
const CONTENT = 'blob'
const METADATA = 'blob.meta.json'

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

export function deployStoreKeys(root: string): string[] {
  return listFiles(join(root, DIRECTORY))
    .filter((file) => file.endsWith(`/${CONTENT}`))
    .map((file) => file.slice(0, -CONTENT.length - 1))
    .sort()
}

export function fileInDeployStore(root: string, key: string): string {
  return join(root, DIRECTORY, key, CONTENT)
}

/** @throws Error when there is no such key. */
export async function readFromDeployStore(root: string, key: string): Promise<StoredFile> {
  const [bytes, metadata] = await Promise.all([
    readFile(fileInDeployStore(root, key)),
    readFile(join(root, DIRECTORY, key, METADATA), 'utf8'),
  ])
  return { bytes, metadata: JSON.parse(metadata) as StoredFile['metadata'] }
}

interface StoredFile {
  bytes: Buffer
  metadata: { type: string }
}
