import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build, type Plugin } from 'esbuild'
import type { Pack } from '../src/schemas/files.ts'
import { PAGE_POLICY_MODULE, policyCode } from './page-policy.ts'

/** Path of edge functions in Netlify's Frameworks API. Netlify deploys a self-contained bundle unchanged. */
const BUNDLE = '.netlify/v1/edge-functions/middleware/middleware.mjs'

/**
 * A literal, because Netlify parses it as text. No `onError`, so that the edge function fails closed. Over the rate limit Netlify
 * answers 429; sixty people behind one router stay far below it.
 */
const CONFIG = `export const config = { name: "Gate", path: "/*", excludedPath: ["/_astro/*", "/.netlify/images/*"],
  rateLimit: { windowLimit: 6000, windowSize: 60, aggregateBy: ["ip", "domain"] } };`

/**
 * Bundles the gate for Netlify's edge. Astro's adapter would add half a megabyte that every instance evaluates before its first
 * response.
 */
export function edgeFunction(packs: readonly Pack[]): AstroIntegration {
  return {
    name: 'lanai-edge-function',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await build({
          absWorkingDir: fileURLToPath(new URL('..', dir)),
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
          // Netlify sets it for builds only.
          define: { 'process.env.COMMIT_REF': JSON.stringify(process.env.COMMIT_REF ?? null) },
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
