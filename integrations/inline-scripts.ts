import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'

const INLINE = /\/src\/islands\/.+\.[jt]s\?raw$/

/** Makes the scripts that stand in the page as small as those that have files, and whole: with what they import. */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'lanai-inline-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const load = async (id: string) => {
          if (!INLINE.test(id)) return null
          const file = id.slice(0, -'?raw'.length)
          const { outputFiles } = await build({
            entryPoints: [file],
            bundle: true,
            minify: true,
            format: 'iife',
            target: 'es2022',
            write: false,
          })
          return `export default ${JSON.stringify(outputFiles[0]?.text.trim() ?? '')}`
        }
        updateConfig({ vite: { plugins: [{ name: 'lanai-inline-scripts', enforce: 'pre', load }] } })
      },
    },
  }
}
