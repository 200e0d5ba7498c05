import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BUILT_PROJECT } from './built-project.ts'

const DIST = join(BUILT_PROJECT, 'dist')

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

/**
 * What this page is recognised by: its title, the addresses of its frames and the longest words on it. All of them are
 * shown to whoever may see the page, and none to anybody else.
 */
export function canariesOf(html: string): string[] {
  const title = /<title>[^<]+<\/title>/.exec(html)?.[0]
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  const frames = [...main.matchAll(/<iframe[^>]*?\s((?:data-)?src="[^"]+")/g)].map(
    ([, source = '']) => source,
  )
  // The editor's page has nothing but what its script is given.
  const config = /id="config">([^<]+)</.exec(html)?.[1]
  const words = textsOf(main).sort((a, b) => b.length - a.length)[0] ?? config
  if (!title || !words || words.length < 12) throw new Error('The page has nothing to recognise it by.')
  return [title, words, ...new Set(frames)]
}

/** What a reader reads, between one tag and the next. */
function textsOf(html: string): string[] {
  const readable = html.replace(/<(script|style|svg)\b.*?<\/\1>/gs, '')
  return [...readable.matchAll(/>([^<]+)</g)].map(([, text = '']) => text.trim())
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
