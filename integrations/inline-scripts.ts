import { resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'

const INLINE = /\/src\/islands\/.+\.[jt]s\?raw$/

/** Bundles and minifies scripts that pages inline with `?raw`. */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'lanai-inline-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plugin = { name: 'lanai-inline-scripts', enforce: 'pre' as const, load: loadInline }
        updateConfig({ vite: { plugins: [plugin] } })
      },
    },
  }
}

async function loadInline(this: Watcher, id: string): Promise<string | null> {
  if (!INLINE.test(id)) return null
  const file = id.slice(0, -'?raw'.length)
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input))
  return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`
}

interface Watcher {
  addWatchFile: (file: string) => void
}
