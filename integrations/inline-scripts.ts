import { readFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { transform } from 'esbuild'

const INLINE = /\/src\/islands\/.+\.js\?raw$/

/** Makes the scripts that stand in the page as small as those that have files. */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'lanai-inline-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const load = async (id: string) => {
          if (!INLINE.test(id)) return null
          const { code } = await transform(await readFile(id.slice(0, -'?raw'.length), 'utf8'), {
            minify: true,
          })
          return `export default ${JSON.stringify(code.trim())}`
        }
        updateConfig({ vite: { plugins: [{ name: 'lanai-inline-scripts', enforce: 'pre', load }] } })
      },
    },
  }
}
