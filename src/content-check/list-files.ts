import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Every file below a folder, sorted, by its path from there with `/`; empty when the folder doesn't exist. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export function listVisibleFiles(folder: string): string[] {
  return listFiles(folder).filter((file) => !/(?:^|\/)\./.test(file))
}
