import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')

/** The build's own list of files, so that no test can forget a page. */
export function readBuiltSite(dist = DIST): BuiltSite {
  const vaults = readdirSync(dist).filter((name) => /^[0-9a-f]{32}$/.test(name))
  const [vault] = vaults
  if (!vault || vaults.length > 1) throw new Error(`Expected one vault in dist, found ${vaults.length}.`)

  const files = filesBelow(dist)
  const isInVault = (file: string) => file.startsWith(`${vault}/`)
  return {
    vault,
    publicFiles: files.filter((file) => !isInVault(file)),
    protectedFiles: files.filter(isInVault).map((file) => file.slice(vault.length + 1)),
    read: (file) => readFileSync(join(dist, file), 'utf8'),
  }
}

/** The canonical path under which a built page is asked for. */
export function pathOf(file: string): string {
  const path = `/${file.replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path
}

/** A sentence that stands on this page: its description, else its first heading. Never found outside the vault. */
export function canaryOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  const text = /<(?:p|h1)[^>]*>([^<]{24,})/.exec(main)?.[1]?.trim()
  if (!text) throw new Error('The page has no sentence to recognise it by.')
  return text
}

export interface BuiltSite {
  /** The vault's directory name. */
  vault: string
  /** Relative to `dist`. */
  publicFiles: string[]
  /** Relative to the vault. */
  protectedFiles: string[]
  read: (file: string) => string
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort()
}
