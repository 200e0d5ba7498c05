import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** All files in a folder, recursively, as relative paths with `/`; empty when the folder doesn't exist. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
