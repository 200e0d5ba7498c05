import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build, type Plugin } from 'esbuild'
import type { Pack } from '../src/schemas/files.ts'
import { PAGE_POLICY_MODULE, policyCode } from './page-policy.ts'

/** Where Netlify's Frameworks API looks for edge functions. A bundle that needs nothing else is taken as it is. */
const BUNDLE = '.netlify/v1/edge-functions/middleware/middleware.mjs'

/**
 * Netlify reads it as text, so it stands here as it is. Without `onError`: an edge function that throws fails closed. Of a
 * flood from one address Netlify answers the rest with 429: sixty people behind one router stay far below this.
 */
const CONFIG = `export const config = { name: "Gate", path: "/*", excludedPath: ["/_astro/*", "/.netlify/images/*"],
  rateLimit: { windowLimit: 6000, windowSize: 60, aggregateBy: ["ip", "domain"] } };`

/**
 * Bundles the middleware for Netlify's edge, from its sources. What Astro wraps around it for that is half a megabyte
 * that the gate does not use, and every instance would evaluate it before its first answer.
 */
export function edgeFunction(packs: readonly Pack[]): AstroIntegration {
  let root = ''

  return {
    name: 'lanai-edge-function',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
      },
      'astro:build:done': async () => {
        await build({
          absWorkingDir: root,
          entryPoints: ['netlify/edge-function.ts'],
          outfile: BUNDLE,
          bundle: true,
          minify: true,
          format: 'esm',
          platform: 'neutral',
          target: 'es2024',
          mainFields: ['module', 'main'],
          external: ['node:*'],
          alias: { process: 'node:process' },
          plugins: [pagePolicyModule(packs)],
          banner: { js: 'import process from "node:process";' },
          footer: { js: CONFIG },
          logLevel: 'warning',
        })
      },
    },
  }
}

function pagePolicyModule(packs: readonly Pack[]): Plugin {
  return {
    name: PAGE_POLICY_MODULE,
    setup(bundle) {
      bundle.onResolve({ filter: new RegExp(`^${PAGE_POLICY_MODULE}$`) }, ({ path }) => ({
        path,
        namespace: 'policy',
      }))
      bundle.onLoad({ filter: /./, namespace: 'policy' }, () => ({ contents: policyCode(packs) }))
    },
  }
}
