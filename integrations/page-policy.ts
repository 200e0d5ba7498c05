import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { parsePolicy, mergePolicies, writePolicy, type Policy } from './policy/directives.ts'
import { EDIT_PATH } from '../src/shared/paths.ts'
import { inlineHash } from '../src/layouts/inline-hash.ts'
import type { Pack } from '../src/schemas/files.ts'
import { listFiles } from '../tools/list-files.ts'
import { virtualModule } from './virtual-module.ts'

export const PAGE_POLICY_MODULE = 'virtual:lanai/page-policy'

/** What the bundles hold until the pages are written. Should it ever stay, it allows nothing. */
const PLACEHOLDER = "default-src 'none'; report-to lanai-page-policy"

/**
 * The editor's page talks to GitHub for the person who is signed in there, shows their picture and a video's, and writes its
 * styles itself. What Astro makes of its page allows none of that, and no other page may.
 */
const EDIT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https://avatars.githubusercontent.com https://i.ytimg.com",
  "connect-src 'self' blob: data: https://api.github.com https://www.githubstatus.com",
  'frame-src blob: https://www.youtube-nocookie.com',
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

/** Vite's own client and styles are inline, so in development no page has a policy for them. */
const IN_DEVELOPMENT = "base-uri 'none'; form-action 'self'; object-src 'none'"

/**
 * Tells the gate, as the module `virtual:lanai/page-policy`, the policy that it can send with any page. That is known only
 * when all pages are written, and the server is bundled by then, so it is written into the bundles.
 */
export function pagePolicy(packs: readonly Pack[]): AstroIntegration {
  let root = ''

  return {
    name: 'lanai-page-policy',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        root = fileURLToPath(config.root)
        const policy = command === 'build' ? PLACEHOLDER : IN_DEVELOPMENT
        // For browsers it is no secret: each page holds its own.
        const module = virtualModule(PAGE_POLICY_MODULE, () => policyCode(packs, policy), false)
        updateConfig({ vite: { plugins: [module] } })
      },
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir)
        const policies = [...(await readPolicies(dist)), ...(await svgPolicies(dist))]
        const policy = writePolicy(mergePolicies(policies))
        const bundles = await writeIntoBundles(join(root, '.netlify/v1'), policy)
        if (!bundles.some((file) => file.startsWith('edge-functions/'))) {
          throw new Error('The edge function has no place for the policy of the pages.')
        }
        logger.info(`${policies.length} policies are one of ${policy.length} characters in the header`)
      },
    },
  }
}

/** The module's code, for as long as the policy of the pages is not known. */
export function policyCode(packs: readonly Pack[], pagePolicy = PLACEHOLDER): string {
  const framedPaths = packs.map(({ path }) => path)
  const values = Object.entries({ pagePolicy, editPolicy: EDIT_POLICY, framedPaths })
  return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
}

const EDITOR = `${EDIT_PATH.slice(1)}.html`

/** @returns the policies of all pages but the editor's, which the gate sends with it alone. */
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
      return [parsePolicy(policy.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))]
    }),
  )
  return policies.flat()
}

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/i

/** A drawing is a separate document, whose style sheet some browsers refuse without a policy that names it. */
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

/** @returns the files that hold the policy now. */
async function writeIntoBundles(directory: string, policy: string): Promise<string[]> {
  const files = listFiles(directory).filter((file) => /\.m?js$/.test(file) && !file.includes('node_modules/'))
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
