import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { parsePolicy, mergePolicies, writePolicy, type Policy } from './policy/directives.ts'
import { EDIT_PATH } from '../src/shared/paths.ts'
import { inlineHash } from '../src/layouts/inline-hash.ts'
import type { Pack } from '../src/schemas/files.ts'
import { walkFolder } from '../tools/walk-folder.ts'
import { virtualModule } from './virtual-module.ts'

export const PAGE_POLICY_MODULE = 'virtual:lanai/page-policy'

/** In the bundles until the pages are written. Allows nothing, in case it is never replaced. */
const PLACEHOLDER = "default-src 'none'; report-to lanai-page-policy"

/**
 * The editor calls GitHub, shows avatars and video thumbnails, and inserts styles and a preview's base, which no other page may
 * do.
 */
const EDIT_POLICY = [
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

/** Without script and style rules, because Vite's are inline. */
const IN_DEVELOPMENT = "base-uri 'none'; form-action 'self'; object-src 'none'"

/**
 * Provides the policy for all pages to the gate, as `virtual:lanai/page-policy`. It is only known after the pages are written,
 * when the server is already bundled, so it replaces a placeholder in the bundles.
 */
export function pagePolicy(packs: readonly Pack[]): AstroIntegration {
  return {
    name: 'lanai-page-policy',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const policy = command === 'build' ? PLACEHOLDER : IN_DEVELOPMENT
        // Not secret, so it may reach browsers.
        const module = virtualModule(PAGE_POLICY_MODULE, () => policyCode(packs, policy), false)
        updateConfig({ vite: { plugins: [module] } })
      },
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir)
        const policies = [...(await readPolicies(dist)), ...(await svgPolicies(dist))]
        const policy = writePolicy(mergePolicies(policies))
        const bundles = await writeIntoBundles(fileURLToPath(new URL('../.netlify/v1', dir)), policy)
        if (!bundles.some((file) => file.startsWith('edge-functions/'))) {
          throw new Error('The edge function doesn’t contain the policy placeholder.')
        }
        logger.info(`Merged ${policies.length} policies into a header of ${policy.length} characters`)
      },
    },
  }
}

/** The code of the module, by default with the placeholder. */
export function policyCode(packs: readonly Pack[], pagePolicy = PLACEHOLDER): string {
  const framedPaths = packs.map(({ path }) => path)
  const values = Object.entries({ pagePolicy, editPolicy: EDIT_POLICY, framedPaths })
  return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
}

const EDITOR = `${EDIT_PATH.slice(1)}.html`

/** Reads the policies of all pages but the editor's, whose `<meta>` it removes. The others' keep what the header doesn't say. */
async function readPolicies(dist: string): Promise<Policy[]> {
  const files = walkFolder(dist).filter((file) => file.endsWith('.html'))
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
  const files = walkFolder(dist).filter((file) => file.endsWith('.svg') && !file.startsWith('_astro/'))
  const drawings = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  return drawings.map((drawing) => {
    const styles = [...drawing.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
    const hashes = styles.map((style) => `'${inlineHash(style)}'`)
    return parsePolicy(`${NOTHING}; style-src ${hashes.join(' ')}`)
  })
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** Replaces the placeholder. @returns the files that contained it. */
async function writeIntoBundles(directory: string, policy: string): Promise<string[]> {
  const files = walkFolder(directory).filter(
    (file) => /\.m?js$/.test(file) && !file.includes('node_modules/'),
  )
  const written = await Promise.all(
    files.map(async (file) => {
      const code = await readFile(join(directory, file), 'utf8')
      if (!code.includes(PLACEHOLDER)) return []
      await writeFile(
        join(directory, file),
        code.replaceAll(PLACEHOLDER, () => policy),
      )
      return [file]
    }),
  )
  return written.flat()
}
