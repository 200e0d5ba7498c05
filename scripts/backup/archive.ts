import { createHash } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as tar from 'tar'
import * as z from 'zod'

const MANIFEST = 'manifest.json'

export async function pack(folder: string, manifest: Manifest, file: string): Promise<void> {
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2))
  const options = { file, cwd: folder, gzip: true, portable: true, strict: true, mode: 0o600 }
  await tar.create(options, [MANIFEST, ...Object.keys(manifest.files)])
}

/** Extracts an archive into a folder. @throws Error when it isn't a backup, or isn't as it was written. */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  if (!existsSync(file)) throw new Error(`There is no file "${file}".`)
  try {
    await tar.extract({ file, cwd: folder, strict: true })
    const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
    for (const [name, checksum] of Object.entries(manifest.files))
      if ((await sha256Of(join(folder, name))) !== checksum) throw new Error(`${name} was changed`)
    return manifest
  } catch (cause) {
    // A full disk, for instance.
    const isOfSystem =
      cause instanceof Error && 'syscall' in cause && 'code' in cause && cause.code !== 'ENOENT'
    if (isOfSystem) throw cause
    throw new Error(`${file} isn’t a backup of Lanai, or is damaged. Nothing was changed.`, { cause })
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Removes the folder at the end, also when the command is interrupted: it holds everything about everyone. */
export function removedAtEnd(path: string): Disposable & { path: string } {
  const remove = () => {
    rmSync(path, { recursive: true, force: true })
  }
  const interrupt = () => process.exit(1)
  const signals = ['SIGINT', 'SIGTERM'] as const
  process.once('exit', remove)
  for (const signal of signals) process.once(signal, interrupt)
  return {
    path,
    [Symbol.dispose]() {
      remove()
      process.off('exit', remove)
      for (const signal of signals) process.off(signal, interrupt)
    },
  }
}

const Manifest = z.object({
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** A table comes after those that it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  pictures: z.array(z.string()),
  /** Hex SHA-256 of each file. */
  files: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>
