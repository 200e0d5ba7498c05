import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'
import { DEVELOPMENT_POLICY, EDIT_POLICY, joinPagePolicies } from './page-policy.ts'

// Path of edge functions in Netlify's Frameworks API. Netlify deploys a self-contained bundle unchanged.
const BUNDLE = '.netlify/v1/edge-functions/middleware/middleware.mjs'

// A literal, because Netlify parses it as text. No `onError`, so that the edge function fails closed. Over the rate limit Netlify
// answers 429; sixty people behind one router stay far below it.
const CONFIG = `export const config = { name: "Gate", path: "/*", excludedPath: ["/_astro/*", "/.netlify/images/*"],
  rateLimit: { windowLimit: 6000, windowSize: 60, aggregateBy: ["ip", "domain"] } };`

/**
 * Bundles the gate for Netlify's edge, with the policy for all pages, which is only known after they are written. Astro's adapter
 * would add half a megabyte that every instance evaluates before its first response.
 */
export function edgeFunction(): AstroIntegration {
  const policies = (pagePolicy: string) => JSON.stringify({ pagePolicy, editPolicy: EDIT_POLICY })
  return {
    name: 'lanai-edge-function',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { define: { PAGE_POLICY: policies(DEVELOPMENT_POLICY) } } })
      },
      'astro:build:done': async ({ dir }) => {
        const dist = fileURLToPath(dir)
        const policy = await joinPagePolicies(dist)
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
          define: { PAGE_POLICY: policies(policy) },
          banner: { js: 'import process from "node:process";' },
          footer: { js: CONFIG },
          logLevel: 'warning',
        })
      },
    },
  }
}
