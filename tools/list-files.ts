import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Every file in a folder and the folders in it, by its path from there with `/`; none when the folder is not there. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
