import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeHTML } from 'entities'
import { listFiles } from '../src/content-check/list-files.ts'
import { EDIT_PATH } from '../src/shared/paths.ts'

/** What every page may load, besides its scripts and styles, which Astro adds, and its frames, which pages add. */
export const PAGE_DIRECTIVES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
] as const

/**
 * The editor calls GitHub, shows avatars and video thumbnails, and inserts styles and a preview's base, which no other page may
 * do.
 */
export const EDIT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https://avatars.githubusercontent.com https://i.ytimg.com",
  "connect-src 'self' blob: data: https://api.github.com https://www.githubstatus.com",
  'frame-src blob: https://www.youtube-nocookie.com',
  "base-uri 'self'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

/** For all pages in development, without script and style rules, because Vite's are inline. */
export const DEVELOPMENT_POLICY = "base-uri 'none'; form-action 'self'; object-src 'none'"

/**
 * The policy for all built pages: the inline code of each by its hash, and frames of any site, because the header is public and
 * shouldn't reveal which services a programme uses. Each page's `<meta>` keeps only the sites that it frames; the editor's
 * has a policy of its own.
 */
export async function joinPagePolicies(dist: string): Promise<string> {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const file of listFiles(dist).filter((each) => each.endsWith('.html'))) {
    const html = await readFile(join(dist, file), 'utf8')
    const [meta, written] = POLICY.exec(html) ?? []
    if (!meta || !written) throw new Error(`${file} has no content security policy.`)
    const policy = decodeHTML(written)
    const isEditor = file === `${EDIT_PATH.slice(1)}.html`
    await writeFile(join(dist, file), html.replace(meta, isEditor ? '' : framesOnly(policy)))
    if (isEditor) continue
    for (const source of sourcesOf(policy, 'script-src')) scripts.add(source)
    for (const source of sourcesOf(policy, 'style-src')) styles.add(source)
  }
  return [
    ...PAGE_DIRECTIVES,
    "frame-src 'self' https:",
    `script-src ${[...scripts].join(' ')}`,
    `style-src ${[...styles].join(' ')}`,
  ].join('; ')
}

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/i

function framesOnly(policy: string): string {
  const frames = sourcesOf(policy, 'frame-src').join(' ') || "'none'"
  return `<meta http-equiv="content-security-policy" content="frame-src ${frames}">`
}

function sourcesOf(policy: string, directive: string): string[] {
  const [, sources = ''] = new RegExp(`(?:^|; *)${directive} ([^;]*)`).exec(policy) ?? []
  return sources.split(' ').filter(Boolean)
}
