import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const NATIVE = ['sharp', '@node-rs/argon2']

const FUNCTIONS = '.netlify/v1/functions'

// Optional imports of the email renderer for pretty-printing, which is never used.
const NEVER_LOADED = ['prettier/standalone', 'prettier/plugins/html']

const IN_PRODUCTION = { 'process.env.NODE_ENV': '"production"' }

/**
 * Bundles functions completely. Netlify's bundler would include whole packages with development files, and the Node binary if a
 * package has installed it.
 */
export function functions(): AstroIntegration {
  return {
    name: 'lanai-functions',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return
        const resolve = { noExternal: true, external: NATIVE } as const
        const environments = { ssr: { resolve, define: IN_PRODUCTION } }
        updateConfig({ vite: { plugins: [withoutPrettyPrinting], environments } })
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(new URL('..', dir))
        const ssr = join(root, FUNCTIONS, 'ssr/ssr.mjs')
        const code = await readFile(ssr, 'utf8')
        await writeFile(ssr, code.replace('preferStatic: true,', `$& ${RATE_LIMIT}`))
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
      },
    },
  }
}

const withoutPrettyPrinting: Plugin = {
  name: 'lanai-without-pretty-printing',
  enforce: 'pre',
  resolveId: (id) => (NEVER_LOADED.includes(id) ? NOTHING : undefined),
  load: (id) => (id === NOTHING ? 'export {}' : undefined),
}

const NOTHING = '\0lanai-nothing'

// For actions and pictures. Inserted into the adapter's configuration, which has no option for it.
const RATE_LIMIT = 'rateLimit: { windowLimit: 3000, windowSize: 60, aggregateBy: ["ip", "domain"] },'

// CommonJS packages need `require` for Node's modules.
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`
