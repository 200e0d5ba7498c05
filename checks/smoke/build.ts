import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BuiltFile } from '../../src/server/vendors/ports.ts'
import { EDIT_PATH, STATE_SCREENS_PREFIX } from '../../src/shared/paths.ts'
import { filesBelow } from '../../tools/files-below.ts'

/** The protected files of the build on this machine; null when there is none. This is the one place that knows where they lie. */
export function readBuild(root: string): Build | null {
  const dist = join(root, 'dist')
  const vault = existsSync(dist) ? readdirSync(dist).find((name) => /^[0-9a-f]{32}$/.test(name)) : undefined
  if (!vault) return null
  const files = filesBelow(join(dist, vault))
    .map((name) => ({ path: pathOf(name), file: read(join(dist, vault, name)) }))
    .filter(({ path }) => !path.startsWith(STATE_SCREENS_PREFIX))
  return { files, editor: files.find(({ path }) => path === EDIT_PATH) ?? null }
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
function read(file: string): BuiltFile {
  const type = extname(file) === '.html' ? 'text/html' : 'application/octet-stream'
  return { type, etag: null, bytes: new Uint8Array(readFileSync(file)) }
}

export interface Build {
  files: readonly ProtectedFile[]
  /** The editor's page, which editors alone are shown. */
  editor: ProtectedFile | null
}

export interface ProtectedFile {
  path: string
  file: BuiltFile
}
