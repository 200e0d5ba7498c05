import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { BuiltFile } from '../../src/server/vendors/ports.ts'
import { STATE_SCREENS_PREFIX, VAULT_KEYS } from '../../src/shared/paths.ts'
import { fileInDeployStore, keysOfDeployStore } from '../../tools/deploy-store.ts'

/** The protected files of the build on this machine; null when there is none. This is the one place that knows where they lie. */
export function readBuild(root: string): Build | null {
  const keys = keysOfDeployStore(root).filter((key) => key.startsWith(VAULT_KEYS))
  if (keys.length === 0) return null
  const files = keys
    .map((key) => ({
      path: pathOf(key.slice(VAULT_KEYS.length)),
      file: read(fileInDeployStore(root, key), key),
    }))
    .filter(({ path }) => !path.startsWith(STATE_SCREENS_PREFIX))
  return { files }
}

/** A page's title and the longest words on it: whoever may not see the page may see neither. */
export function canariesOf({ type, bytes }: BuiltFile): string[] {
  if (!type.startsWith('text/html')) return []
  const html = new TextDecoder().decode(bytes)
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  const words = main
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '')
    .split(/<[^>]*>|\[\[.*?\]\]/)
    .map((text) => text.trim())
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '')
  const title = /<title>[^<]+<\/title>/.exec(html)?.[0] ?? ''
  return [title, words].filter((text) => text.length >= 12)
}

function pathOf(name: string): string {
  const path = `/${name.replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path
}

/** The type tells only whether the gate writes the member into it. */
function read(file: string, name: string): BuiltFile {
  const type = extname(name) === '.html' ? 'text/html' : 'application/octet-stream'
  return { type, etag: null, bytes: new Uint8Array(readFileSync(file)) }
}

export interface Build {
  files: readonly ProtectedFile[]
}

export interface ProtectedFile {
  path: string
  file: BuiltFile
}
