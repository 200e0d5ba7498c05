import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import { parsePolicy, mergePolicies, writePolicy, type Policy } from './policy/directives.ts'
import { EDIT_PATH } from '../src/shared/paths.ts'
import { inlineHash } from '../src/layouts/inline-hash.ts'
import { listFiles } from '../src/content-check/read-text.ts'

/** The editor calls GitHub, shows avatars and videos, and inserts styles, which no other page may do. */
export const EDIT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https://avatars.githubusercontent.com",
  "connect-src 'self' blob: data: https://api.github.com https://www.githubstatus.com",
  'frame-src https://www.youtube-nocookie.com',
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

/** For all pages in development, without script and style rules, because Vite's are inline. */
export const DEVELOPMENT_POLICY = "base-uri 'none'; form-action 'self'; object-src 'none'"

/** The policy for all built pages; leaves in each page only what this one doesn't say. */
export async function joinPagePolicies(dist: string, logger: AstroIntegrationLogger): Promise<string> {
  const policies = [...(await readPolicies(dist)), ...(await svgPolicies(dist))]
  const policy = writePolicy(mergePolicies(policies))
  logger.info(`Merged ${policies.length} policies into a header of ${policy.length} characters`)
  return policy
}

const EDITOR = `${EDIT_PATH.slice(1)}.html`

/** Reads the policies of all pages but the editor's, whose `<meta>` it removes. The others' keep what the header doesn't say. */
async function readPolicies(dist: string): Promise<Policy[]> {
  const files = listFiles(dist).filter((file) => file.endsWith('.html'))
  const policies = await Promise.all(
    files.map(async (file) => {
      const html = await readFile(join(dist, file), 'utf8')
      if (file === EDITOR) {
        await writeFile(join(dist, file), html.replace(POLICY, ''))
        return []
      }
      const policy = POLICY.exec(html)?.[1]
      if (!policy) throw new Error(`${file} has no content security policy.`)
      const parsed = parsePolicy(policy.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
      const frames = parsed.get('frame-src') ?? ["'none'"]
      await writeFile(join(dist, file), html.replace(policy, `frame-src ${frames.join(' ')}`))
      return [parsed]
    }),
  )
  return policies.flat()
}

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/i

/** Policies that allow the inline styles of SVG files, which some browsers block otherwise. */
async function svgPolicies(dist: string): Promise<Policy[]> {
  const files = listFiles(dist).filter((file) => file.endsWith('.svg') && !file.startsWith('_astro/'))
  const drawings = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  return drawings.map((drawing) => {
    const styles = [...drawing.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
    const hashes = styles.map((style) => `'${inlineHash(style)}'`)
    return parsePolicy(`${NOTHING}; style-src ${hashes.join(' ')}`)
  })
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"
