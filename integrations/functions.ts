import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'
import { virtualModule } from './virtual-module.ts'

/** What is a program of the machine's and cannot be part of a bundle. */
const NATIVE = ['sharp', '@node-rs/argon2']

/** Where Netlify's Frameworks API looks for functions. */
const FUNCTIONS = '.netlify/v1/functions'

/** What renders mails would load these to lay out their HTML, which this site never does. */
const NEVER_LOADED = ['prettier/standalone', 'prettier/plugins/html']

/** What Astro brings along and this site has no use for: who reaches the function finds nothing there. */
const UNUSED_ROUTES = ['/_image', '/_server-islands/[name]']

const IN_PRODUCTION = { 'process.env.NODE_ENV': '"production"' }

/**
 * Puts into each function all it needs, and nothing else: left to find out by itself, Netlify's bundler takes whole
 * packages along with what they bring for development, and the program of Node when a package has installed it.
 */
export function functions(): AstroIntegration {
  let root = ''

  return {
    name: 'lanai-functions',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        root = fileURLToPath(config.root)
        if (command !== 'build') return
        const resolve = { noExternal: true, external: NATIVE } as const
        const plugins = NEVER_LOADED.map((id) => virtualModule(id, () => 'export {}'))
        updateConfig({ vite: { plugins, environments: { ssr: { resolve, define: IN_PRODUCTION } } } })
      },
      'astro:build:ssr': ({ manifest }) => {
        manifest.routes = manifest.routes.filter(({ routeData }) => !UNUSED_ROUTES.includes(routeData.route))
      },
      'astro:build:done': async () => {
        const ssr = join(root, FUNCTIONS, 'ssr/ssr.mjs')
        const code = await readFile(ssr, 'utf8')
        await writeFile(ssr, code.replace('preferStatic: true,', `$& ${RATE_LIMIT}`))
        await bundleScheduled(root)
      },
    },
  }
}

/** Actions and pictures from one address; the adapter, which writes the configuration, has no option for it. */
const RATE_LIMIT = 'rateLimit: { windowLimit: 3000, windowSize: 60, aggregateBy: ["ip", "domain"] },'

async function bundleScheduled(root: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: globSync('netlify/scheduled/*.ts', { cwd: root }),
    outdir: FUNCTIONS,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    external: NEVER_LOADED,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    jsx: 'automatic',
    define: IN_PRODUCTION,
    banner: { js: REQUIRE },
    logLevel: 'warning',
  })
}

/** Packages in the older format ask for Node's own modules by it. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`
